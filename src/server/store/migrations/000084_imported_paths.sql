-- import: number of the Import item that wrote the path, whose undo removes it.
alter table legacy_path add column import int;

create index legacy_path_import on legacy_path (import) where import is not null;
