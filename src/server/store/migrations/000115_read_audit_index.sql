-- Finds the reads of one person, and those of a period, for the screen of administrators.
create index read_audit_by on read_audit (coalesce(actor, subject), seq);
create index read_audit_at on read_audit (at);
