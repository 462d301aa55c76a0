-- The sign-ins of an account that wait for their second step, which end with its sessions.
create index tickets_steps on tickets ((subject ->> 'accountId')) where use in ('second-step', 'second-step-set-up');
