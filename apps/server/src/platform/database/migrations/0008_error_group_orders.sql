-- Groups of errors in each order that they are listed in, a page at a time.
drop index error_groups_seen;
create index error_groups_last_seen on error_groups (product, last_seen, id);
create index error_groups_first_seen on error_groups (product, first_seen, id);
create index error_groups_count on error_groups (product, count, id);
