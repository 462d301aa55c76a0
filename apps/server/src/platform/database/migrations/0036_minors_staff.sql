-- Where the year of birth came from: the person, the guardian or the school's staff. Null: not known, or it was set before this was kept.
alter table accounts add column birth_year_from text
  constraint accounts_birth_year_from check (birth_year_from in ('person', 'guardian', 'staff'));
