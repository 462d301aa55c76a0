-- concurrently
-- An earlier paper of somebody is void.
create index concurrently if not exists tickets_papers on tickets ((subject ->> 'accountId')) where use = 'paper';
