-- The columns that the search index reads carry their standard names: terms, sort_keys, bbox.
alter table item rename column fv to terms;
alter table item rename column sk to sort_keys;
alter table item rename column bb to bbox;
alter table item_level rename column fv to terms;
alter table item_level rename column sk to sort_keys;
