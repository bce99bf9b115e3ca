-- Nothing asks by these: the search columns sort and count (docs/decisions/0003-one-item-table.md). Every change of an item wrote them.
drop index item_created;
drop index item_number;
