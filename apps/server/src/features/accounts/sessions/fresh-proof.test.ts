import { type CallName, calls } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAttack } from '../../../app/testing/attack-table.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { PROOF_LIFE, requireFreshProof } from '../../../identity/fresh-proof.ts';
import { validRequests } from '../testing/valid-requests.ts';
import { type HttpAccounts, type HttpArguments, httpAccounts, type ValidRequests } from '../testing/http.ts';
import { PASSWORD, PID, refusalOf } from '../testing.ts';
import { COOKIE, CONVERT_SECRET, signedSession } from '../third-party/testing.ts';

let context: HttpAccounts;
let good: ValidRequests;
beforeAll(async () => {
  context = await httpAccounts();
  good = validRequests(context);
});
afterAll(() => context?.close());

const username = () => ({ username: `proof_${Math.floor(context.server.now())}_${(last += 1)}` });
let last = 0;
const setUsername = (token: string) => context.call('setUsername', { token, body: username() });
const ProofRequired = { refusal: 'ProofRequired' };

const changes: readonly CallName[] = [
  'sendBindPhoneCaptcha',
  'bindPhone',
  'sendChangePhoneCaptcha',
  'changePhone',
  'sendEmailBindCaptcha',
  'bindEmail',
  'initPassword',
  'bindThirdParty',
  'bindWechat',
  'unbindWechat',
  'bindQq',
  'unbindQq',
  'setUsername',
  'takeBackChange',
  'setTwoStepVerification',
  'startTotp',
  'addTotp',
  'removeTotp',
  'startPasskey',
  'addPasskey',
  'removePasskey',
  'renewRecoveryCodes',
  'setAge',
  'askGuardian',
  'withdrawSignUp',
  'exportUsageData',
  'eraseUsageData',
];

test('the list of changes is what the contract says, but for those that need it in some cases', () => {
  const named = (Object.keys(calls) as CallName[]).filter(name =>
    calls[name].refusals.some(refusal => refusal === 'ProofRequired'),
  );
  expect(named.sort()).toEqual(
    [...changes, 'requestDeletion', 'sendVoiceCaptcha', 'exportAccountData', 'answerOpenidRequest'].sort(),
  );
});

describe('an access token five minutes after the sign-in changes nothing about how the person signs in', () => {
  let refused = 0;
  test.each(changes)('%s', async name => {
    const args: HttpArguments = await good[name]();
    context.server.now.move(PROOF_LIFE);
    expect(await refusalOf(context.call(name, args))).toMatchObject(ProofRequired);
    refused += 1;
  });
  afterAll(() =>
    noteAttack({
      attack: 'token theft: changes of how the person signs in',
      tried: changes.length,
      through: changes.length - refused,
      may: 0,
    }),
  );

  test('requestDeletion without a password', async () => {
    const { access: token } = await context.visitor();
    context.server.now.move(PROOF_LIFE);
    expect(await refusalOf(context.call('requestDeletion', { token, body: {} }))).toMatchObject(
      ProofRequired,
    );
  });

  test('the refused call spends no code or ticket: after a proof the same call succeeds', async () => {
    const args = await good.bindWechat();
    context.server.now.move(PROOF_LIFE);
    expect(await refusalOf(context.call('bindWechat', args))).toMatchObject(ProofRequired);
    context.server.now.move(-PROOF_LIFE);
    await context.call('bindWechat', args);
  });
});

describe('what proves', () => {
  test('a sign-in does, for five minutes', async () => {
    const { access } = await context.visitor();
    context.server.now.move(PROOF_LIFE - 1);
    await expect(setUsername(access)).resolves.toBeDefined();
  });

  test('a refresh does not', async () => {
    const { refresh } = await context.visitor();
    context.server.now.move(PROOF_LIFE);
    const { access } = await context.call('refreshTokens', { body: { refresh_token: refresh } });
    expect(await refusalOf(setUsername(access.token))).toMatchObject(ProofRequired);
  });

  test("an older site's cookie does not", async () => {
    const { phone } = await context.visitor();
    const exp = Math.floor(context.server.now() / 1000) + 60;
    const { access } = await context.call('convertTokens', {
      headers: { cookie: `${COOKIE}=${signedSession({ phone, exp }, CONVERT_SECRET)}` },
    });
    expect(await refusalOf(setUsername(access.token))).toMatchObject(ProofRequired);
  });

  test('a time of proof in the future, written before the clock was set back, does not', async () => {
    const { access } = await context.visitor();
    context.server.now.move(-PROOF_LIFE);
    expect(await refusalOf(setUsername(access))).toMatchObject(ProofRequired);
    context.server.now.move(PROOF_LIFE);
  });

  test('deletion accepts the password as the proof', async () => {
    const { access: token } = await context.member();
    context.server.now.move(PROOF_LIFE);
    const asked = context.call('requestDeletion', { token, body: { password: PASSWORD } });
    await expect(asked).resolves.toBeDefined();
  });

  test('a proof counts for its own session only', async () => {
    const first = await context.member();
    context.server.now.move(PROOF_LIFE);
    const { auth } = await context.call('loginByAccount', {
      body: { identity: first.phone, password: PASSWORD, pid: PID },
    });
    expect(await refusalOf(setUsername(first.access))).toMatchObject(ProofRequired);
    await setUsername(auth.token.access.token);
  });
});

test('a change is refused if its session ends while it waits', async () => {
  const { id } = await context.visitor();
  const { db } = context.server.app;
  const { id: sessionId } = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const { late } = await transaction(db, async trx => {
    await trx.updateTable('accounts').set({ password_hash: 'new' }).where('id', '=', id).execute();
    const change = transaction(db, other =>
      requireFreshProof(other, { accountId: id, sessionId }, context.server.now()),
    );
    await trx
      .updateTable('sessions')
      .set({ ended_at: new Date(context.server.now()) })
      .where('id', '=', sessionId)
      .execute();
    // It can't end before this transaction does, so it is handed out unawaited.
    return { late: refusalOf(change) };
  });
  expect(await late).toMatchObject({ refusal: 'TokenInvalid' });
});
