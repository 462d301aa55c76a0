-- The last failure of a service: an old one says nothing of how it is now.
alter table service_states add column failed_at timestamptz;
