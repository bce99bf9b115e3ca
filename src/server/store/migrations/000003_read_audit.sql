-- Who was shown what is PRIVATE. Only ever added to: no statement of the product changes or removes a row.
-- through: the operation, push or door; subject: null for a visitor; actor: the administrator behind a masquerade;
-- owners: those of the item at that moment, so that each owner's part can be told apart when the item is gone or moved.
create table read_audit (
  seq bigint generated always as identity primary key,
  at timestamptz not null, subject text, actor text, session text, through text not null,
  t smallint not null, i int not null, u int not null, owners text[] not null
);
create index read_audit_item on read_audit (t, i, seq);
