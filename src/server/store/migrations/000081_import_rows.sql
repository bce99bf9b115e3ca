-- former: state of the Import item before an undo, which a stopped undo restores.
alter table import_run add column former text;

-- Finds the outcomes of an erased item. A refused row names its item in the detail.
create index import_row_of_item on import_row ((coalesce(id, detail ->> 'id')));
