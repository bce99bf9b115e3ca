-- Records that were not part of an imported package, although its records name them: their names, as far as the package has them.
create table outside_item (
  id text primary key,
  label text not null
);
