-- Where each geometry lies, and what maps draw of it. kind: of GeoJSON; points: how many; box: web mercator, (east,north),(west,south).
-- simple_z4, simple_z8, simple_z12: with fewer points, for maps up to that zoom; null where the next finer one is as simple.
-- cell, cell_box: the general form, for who may read the item and not the geometry; null where the declaration names none.
alter table item_geometry
  add column kind text, add column points int, add column box box,
  add column simple_z4 json, add column simple_z8 json, add column simple_z12 json,
  add column cell json, add column cell_box box;
-- Rows stay narrow, so that what lies in a box is found without the geometries.
alter table item_geometry set (toast_tuple_target = 256);
-- What is found by its place stays found until the items are stored anew: the box of an item with one geometry is that geometry's.
update item_geometry g set kind = g.geometry ->> 'type', box = i.bbox from item i
  where i.t = g.t and i.i = g.i and g.level = 0
    and not exists (select from item_geometry o where o.t = g.t and o.i = g.i and o.level = 0 and o.prop <> g.prop);
alter table item drop column bbox;
create index item_geometry_box on item_geometry using gist (box);
create index item_geometry_cell on item_geometry using gist (cell_box) where cell_box is not null;
