-- Who changed an item last, found by the term `updatedBy` as its maker is by `createdBy`. Of rows from before, history knows: grants are
-- versions that move neither. Null where it does not.
alter table item add column updater text;

create temporary table last_editor on commit drop as
  select x.t, x.i, coalesce(h.by, case when x.updated = x.created then x.creator end) as by
  from item x left join lateral (
    select h.by from item_history h where h.t = x.t and h.i = x.i and h.op in ('c', 'u') and not h.diff ? '$grants' order by h.u desc limit 1) h on true;

insert into term (prop, val) select distinct 'updatedBy', by from last_editor where by is not null on conflict do nothing;

update item x set updater = e.by, terms = array(select distinct v from unnest(x.terms || k.id) v order by v)
  from last_editor e join term k on k.prop = 'updatedBy' and k.val = e.by where e.t = x.t and e.i = x.i;
