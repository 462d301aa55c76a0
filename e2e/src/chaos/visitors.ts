/** People who need a vendor: for a code by text message, to show that they are human, to sign in with WeChat. */
import type { AltchaChallenge } from '@rollcall/contract';
import { solve } from '../../../apps/server/src/features/human-verification/testing/solve.ts';
import { type Answer, call, newPhone } from '../people.ts';
import type { Vendors } from './vendors.ts';

/** What came of a visit: the vendor's answer, or the refusal that the documents name for a vendor that fails. */
export type Outcome = 'served' | 'refused';

export interface Visitors {
  /** Asks for a code. */
  code(): Promise<Outcome>;
  /** Comes back from WeChat with its code. */
  wechat(): Promise<Outcome>;
  /** Guesses codes, has to pass a challenge then, and asks for a code with its ticket. */
  challenge(): Promise<Outcome>;
}

const PID = 'test';
/** Wrong codes after which a number needs a challenge. */
const GUESSES = 3;
/** Challenges that a person is shown until one can be passed: each process of the server finds out by itself that a vendor fails. */
const CHALLENGES = 12;
const register = 'captcha/register/phone/with-agreement';

let addresses = 0;
/** Each from an address of its own, as many from one need a challenge, and on connections of its own: one that was left open may be closed by then. */
const newAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.2.${addresses >> 8}.${addresses & 255}`, connection: 'close' };
};

/** For an answer that nothing documents, also while a vendor fails. @throws Error with what was answered */
const unexpected = (what: string, { status, body }: Answer): never => {
  throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
};
const isBusy = ({ status, headers }: Answer): boolean => status === 503 && headers.has('retry-after');

/** @param url where the school is reached; may change */
export const newVisitors = (url: () => string, vendors: Pick<Vendors, 'url' | 'code'>): Visitors => {
  const askCode = async (phone_number: string, headers: Record<string, string>): Promise<Outcome> => {
    const sent = await call(url(), 'POST', register, { phone_number, pid: PID }, undefined, headers);
    if (isBusy(sent)) return 'refused';
    if (sent.status !== 200) unexpected('a code', sent);
    await vendors.code(phone_number);
    return 'served';
  };

  /** Passes Tencent's slide at its own page. */
  const passTencent = async (aid: string) => {
    const ask = async (path: string, query: Record<string, string>) => {
      const answer = await fetch(
        `${vendors.url}/tencent-captcha/${path}?${new URLSearchParams({ callback: 'c', ...query })}`,
      );
      const [, json = '{}'] = /^\/\*\*\/c\((.*)\);$/s.exec(await answer.text()) ?? [];
      return JSON.parse(json) as { sess: string; data: { gap: number }; ticket: string; randstr: string };
    };
    const { sess, data } = await ask('cap_union_prehandle', { aid });
    const { ticket, randstr } = await ask('cap_union_new_verify', { sess, ans: `${data.gap}` });
    return { tencentTicket: ticket, randomStr: randstr };
  };

  /** @returns the ticket of a passed challenge; undefined where its vendor failed */
  const passOne = async (identity: string, headers: Record<string, string>): Promise<string | undefined> => {
    const timestamp = Math.floor(Date.now() / 1000);
    const asked = { identity, scene: 'register', pid: PID, timestamp };
    const told = await call(url(), 'POST', '/captcha/rule/v3', asked, undefined, headers);
    if (told.status !== 200) unexpected('the rule', told);
    const { rule, appid, attempt, challenge } = told.body.data as unknown as {
      rule: string;
      appid: string;
      attempt: string;
      challenge: AltchaChallenge;
    };
    const [path, answer] =
      rule === 'TENCENT'
        ? (['tencent', { appid, ...(await passTencent(appid)) }] as const)
        : (['altcha', { challenge, solution: solve(challenge) }] as const);
    const passed = await call(url(), 'POST', `/captcha/${path}`, { ...answer, attempt }, undefined, headers);
    if (passed.status === 200) return String(passed.body.data?.['ticket']);
    // CaptchaVendorTimeout: the page asks for another challenge.
    if (rule !== 'TENCENT' || passed.body.code !== '10017003') unexpected(`the challenge of ${rule}`, passed);
    return undefined;
  };

  return {
    code: () => askCode(newPhone(), newAddress()),

    wechat: async () => {
      const back = await fetch(`${vendors.url}/wechat/connect/confirm`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          state: 's',
          decision: 'allow',
          appid: 'wx0000000000000001',
          redirect_uri: 'http://localhost/oauth/wechat',
          scope: 'snsapi_login',
          response_type: 'code',
        }),
      });
      const code = new URL(back.headers.get('location') ?? '').searchParams.get('code');
      const body = { code, pid: PID, agreement_ids: [-1] };
      const answer = await call(url(), 'POST', 'oauth/wechat', body, undefined, newAddress());
      // Nobody has this WeChat account yet: the vendor said who it is.
      if (answer.body.data?.['oauth_ticket'] !== undefined) return 'served';
      if (answer.body.code === 'C_2' && Number(answer.body.data?.['retry_after']) > 0) return 'refused';
      return unexpected('WeChat', answer);
    },

    challenge: async () => {
      const [phone_number, headers] = [newPhone(), newAddress()];
      const guess = { phone_number, captcha: '000000', password: 'Secret#1', agreement_ids: [-1], pid: PID };
      for (let guesses = 0; guesses < GUESSES; guesses += 1) {
        const refused = await call(url(), 'POST', 'register/phone/with-agreement', guess, undefined, headers);
        if (refused.body.code !== 'AC3_10') unexpected('a wrong code', refused);
      }
      for (let shown = 0; shown < CHALLENGES; shown += 1) {
        const ticket = await passOne(phone_number, headers);
        if (ticket !== undefined) return askCode(phone_number, { ...headers, 'x-captcha-ticket': ticket });
      }
      throw new Error(`No challenge of ${CHALLENGES} could be passed.`);
    },
  };
};
