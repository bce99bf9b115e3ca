-- Who is connected to each process of the site, as it counted last. A process that says nothing any more is gone; after a crash of the
-- database all of them count anew.
create unlogged table connected_process (process uuid primary key, at timestamptz not null, sockets jsonb not null);
