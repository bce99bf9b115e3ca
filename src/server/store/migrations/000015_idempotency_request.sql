-- Digest of what the key was first used for; null in rows of before.
alter table idempotency add column request text;
