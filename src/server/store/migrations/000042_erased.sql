-- What was erased for good: which record, when, by whom and why, and nothing of what it was. What went along names its root.
create table erased (id text primary key, root text not null, at timestamptz not null, by text not null, why text not null);
create index erased_root on erased (root);

-- Files that nothing names since an erasure, until their bytes are gone.
create table erased_file (kind text not null check (kind in ('file', 'result', 'upload')), name text not null, primary key (kind, name));
