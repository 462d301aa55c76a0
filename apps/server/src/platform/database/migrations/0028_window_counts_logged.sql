-- A crash of PostgreSQL, or a failover to a replica, must not let guessers begin anew. What it costs a wrong password is measured by
-- `npm run bench -- limits`.
alter table window_counts set logged;
