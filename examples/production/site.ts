import { accountId, init, usageProof } from '@rollcall/account';
import { start } from '@rollcall/monitor';
import { createUsage } from '@rollcall/usage';

const accounts = 'https://accounts.school.example';
export const auth = init({
  pid: 'my-school',
  appid: 'www',
  product_code: 'my-school',
  platform: 'web',
  host: accounts,
  domain: 'school.example',
});
/** Where a person signs in, and comes back to this page. */
export const signIn = `${accounts}/sign-in?return=${encodeURIComponent(location.href)}`;

export const usage = createUsage({ product_code: 'my-school', url: accounts, domain: 'school.example' });
// Known immediately, so that the first view of each page has the user, where they agreed to it.
const setUser = () => usage.setUser(accountId(auth), usageProof(auth));
setUser();
auth.onChange(setUser);
export const monitor = start({
  product: 'my-school',
  release: '2026.11',
  url: `${accounts}/monitor/v1.gif`,
  origins: [accounts],
});
