-- concurrently
-- The job reads the sign-ins that are due alone.
create index concurrently if not exists openid_logins_look on openid_logins (look_at) where due_at is null;
