/** What tests of the guides share: signing in to a server as a guide's reader, and the dashboard. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenSet } from '@rollcall/contract';
import type { TestAnswer, TestServer } from '../../apps/server/src/app/testing.ts';
import { root } from '../setup.mjs';

/** Every expression of Grafana's dashboard. */
export const dashboardExpressions = (): string[] => {
  const { panels } = JSON.parse(readFileSync(join(root, 'docs/grafana-dashboard.json'), 'utf8')) as {
    panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
};

export const ACCOUNTS = '/tiger/v3/web/accounts';
interface SignedIn {
  readonly id: string;
  readonly access: string;
  readonly refresh: string;
}
/** Signs in by a code, as a browser would; makes the account where there is none. */
export const signIn = async (
  server: Pick<TestServer, 'ask' | 'codes'>,
  phone: string,
  pid = 'my-school',
): Promise<SignedIn> => {
  const body = { phone_number: phone, pid };
  await server.ask('POST', `${ACCOUNTS}/captcha/login/silence`, body);
  const [captcha] = server.codes(phone);
  const { json } = await server.ask('POST', `${ACCOUNTS}/phone/login/silence`, { ...body, captcha });
  const { auth } = (json as { data: unknown }).data as {
    auth: { account_id: string; token: { access: { token: string }; refresh: { token: string } } };
  };
  return { id: auth.account_id, access: auth.token.access.token, refresh: auth.token.refresh.token };
};
/** The access token of a token set. */
export const accessOf = ({ json }: TestAnswer): string => (json as { data: TokenSet }).data.access.token;
