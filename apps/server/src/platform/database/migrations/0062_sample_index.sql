-- concurrently
-- Finds the few sample accounts among millions.
create index concurrently if not exists accounts_sample on accounts (id) where sample;
