-- part_acls: who reads the restricted parts of the item after the change, as in item_history. Null where the change does not say it: `moved` has
-- the present readers of a move.
alter table outbox add column part_acls int[];
