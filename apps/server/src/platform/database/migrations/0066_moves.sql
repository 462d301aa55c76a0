-- A school that leaves this PostgreSQL, or arrives in it, by the command `move`: no server starts on it meanwhile, nor after it left.
create table moves (
  one boolean primary key default true check (one),
  state text not null check (state in ('leaving', 'left', 'arriving')),
  at timestamptz not null,
  -- where to, in words for the operator
  place text not null
);
