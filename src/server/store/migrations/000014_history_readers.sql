-- Who could read the item when this version was written (acl, level as in item), and who what stood apart for stricter levels (part_levels,
-- part_acls). Null in older rows: what those hold is shown to who reads the item as if it were PRIVATE.
alter table item_history add column acl int, add column level smallint, add column part_levels smallint[], add column part_acls int[];
