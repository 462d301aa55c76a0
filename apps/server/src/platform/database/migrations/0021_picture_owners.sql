-- The name of the picture that the account uploaded. Only its owner may show or delete a picture; avatar_url alone does not
-- say whose it is, because it could be set to any picture's path.
alter table accounts add column picture text constraint accounts_picture unique;

-- Existing pictures belong to the account that shows them. Where several show one, the account that exists longest uploaded it
-- most probably: the others found its path in a profile.
update accounts set picture = named.picture
from (
  select distinct on (avatar_url) id, substring(avatar_url from '^/pictures/([0-9a-f]{32})\.webp$') as picture
  from accounts
  where avatar_url ~ '^/pictures/[0-9a-f]{32}\.webp$'
  order by avatar_url, created_at, id
) named
where accounts.id = named.id;

update accounts set avatar_url = null
where picture is null and avatar_url ~ '^/pictures/[0-9a-f]{32}\.webp$';
