-- What operators keep of questions about usage: saved questions, dashboards, cohorts, annotations (packages/contract/src/console/usage/kept).
create table usage_questions (
  id uuid primary key,
  name text not null,
  about text not null,
  -- The text of the question (writeQuestion), or its plain JSON.
  question text not null,
  -- null: it came with the installation
  owner_id uuid references operators,
  -- The least role that sees it in lists.
  shared text not null check (shared in ('viewer', 'support', 'admin')),
  -- Whether any operator may open it by its address.
  by_link boolean not null,
  template text,
  revision integer not null default 1,
  changed_at timestamptz not null
);

create table usage_dashboards (
  id uuid primary key,
  name text not null,
  about text not null,
  period jsonb,
  filter jsonb,
  front boolean not null,
  owner_id uuid references operators,
  shared text not null check (shared in ('viewer', 'support', 'admin')),
  by_link boolean not null,
  template text,
  revision integer not null default 1,
  changed_at timestamptz not null
);
create unique index usage_dashboards_front on usage_dashboards (front) where front;

create table usage_dashboard_tiles (
  dashboard_id uuid not null references usage_dashboards on delete cascade,
  place integer not null,
  question_id uuid not null references usage_questions on delete cascade,
  width integer not null,
  primary key (dashboard_id, place)
);
create index usage_dashboard_tiles_question on usage_dashboard_tiles (question_id);

create table usage_cohorts (
  id uuid primary key,
  name text not null,
  about text not null,
  -- null: the accounts of usage_cohort_accounts
  definition jsonb,
  owner_id uuid references operators,
  revision integer not null default 1,
  changed_at timestamptz not null
);

create table usage_cohort_accounts (
  cohort_id uuid not null references usage_cohorts on delete cascade,
  -- As events name it, so that users of older systems can be listed, too.
  account_id text not null,
  primary key (cohort_id, account_id)
);
create index usage_cohort_accounts_account on usage_cohort_accounts (account_id);

-- A deleted account leaves every list, whatever deletes it.
create function leave_usage_cohorts() returns trigger language plpgsql as $$
begin
  delete from usage_cohort_accounts where account_id = old.id::text;
  return null;
end $$;
create trigger accounts_leave_usage_cohorts after delete on accounts
  for each row execute function leave_usage_cohorts();

create table usage_annotations (
  id uuid primary key,
  day date not null,
  text text not null,
  created_by text not null,
  created_at timestamptz not null
);
create index usage_annotations_day on usage_annotations (day);

-- The dashboard of a school, which sample data fills. An operator may change or delete it.
with made (place, width, template, name, question) as (values
  (1, 2, 'active', '活跃用户', '{"v":1,"kind":"trend","series":[{"measure":"people"}],"compare":"previous"}'),
  (2, 2, 'sources', '访问来源', '{"v":1,"kind":"trend","series":[{"event":{"kind":"view"},"measure":"people"}],"breakdowns":["event.referrer"],"top":5}'),
  (3, 2, 'sign-up', '从注册到上课', '{"v":1,"kind":"funnel","series":[{"event":{"kind":"view","key":"/sign-up"}},{"event":{"kind":"custom","key":"sign_up.done"}},{"event":{"kind":"custom","key":"lesson.open"}}]}'),
  (4, 2, 'retention', '每周留存', '{"v":1,"kind":"retention","series":[{},{}],"period":{"last":12,"unit":"week"},"grain":"week","start":"each","length":8}'),
  (5, 2, 'lessons', '完成的课时', '{"v":1,"kind":"trend","series":[{"event":{"kind":"custom","key":"lesson.open"}},{"event":{"kind":"custom","key":"lesson.done"}}]}'),
  (6, 2, 'stickiness', '活跃天数', '{"v":1,"kind":"stickiness","series":[{}]}'),
  (7, 2, 'time', '学习时长', '{"v":1,"kind":"time","series":[{"event":{"kind":"custom"}}]}'),
  (8, 2, 'paths', '页面去向', '{"v":1,"kind":"paths","series":[{"event":{"kind":"view"}}],"page":{"from":"/"}}')
), questions as (
  insert into usage_questions (id, name, about, question, shared, by_link, template, changed_at)
  select gen_random_uuid(), name, '', question, 'viewer', false, template, now() from made
  returning id, template
), dashboard as (
  insert into usage_dashboards (id, name, about, front, shared, by_link, template, changed_at)
  values (gen_random_uuid(), '学校', '', true, 'viewer', false, 'school', now())
  returning id
)
insert into usage_dashboard_tiles (dashboard_id, place, question_id, width)
select d.id, m.place, q.id, m.width from made m join questions q using (template) cross join dashboard d;
