-- Sessions on a computer that others use too: they live hours, not weeks.

alter table sessions add column shared boolean not null default false;
