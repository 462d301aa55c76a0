-- Whether an alert on a question fired last, also while it can't be evaluated.
alter table question_alerts add column fired boolean not null default false;
update question_alerts set fired = true where state = 'firing';
