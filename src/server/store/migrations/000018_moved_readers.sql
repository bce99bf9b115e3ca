-- Acls before and after, in pairs, of what is read by others now: of the item and of its restricted properties, or with op p of all the
-- items. So each process knows whom a change concerns. Null where it is not known: then it concerns everybody.
alter table outbox add column moved int[];
