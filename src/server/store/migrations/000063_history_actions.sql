-- The action that made a version, for the push item/action.
alter table item_history add column action text;
