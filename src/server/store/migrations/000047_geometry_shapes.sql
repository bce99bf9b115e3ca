-- Points are found by the search columns alone; what lies on the edge of an area is looked for among all other geometries, which are few
-- beside them. points is null in rows of an earlier version.
create index item_geometry_shape on item_geometry using gist (box) where coalesce(points, 2) > 1;
drop index item_geometry_box;
