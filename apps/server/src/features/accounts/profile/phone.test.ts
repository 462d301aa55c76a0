import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepsOf } from '../testing/valid-requests.ts';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { newPhone, outcomes, PID, refusalOf } from '../testing.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts();
});
afterAll(() => context?.close());
const pid = PID;

const askChange = (token: string, from: string, to: string) =>
  context.call('sendChangePhoneCaptcha', { token, body: { phone_number: to, old_phone_number: from, pid } });
const change = (token: string, to: string) =>
  context.call('changePhone', { token, body: { phone_number: to, captcha: context.code(to) } });

describe('changing the number [7.changePhone]', () => {
  test('the new number signs in, and the old one is free [7.checkPhone]', async () => {
    const { id, phone, access } = await context.visitor();
    const to = newPhone();
    await askChange(access, phone, to);
    await change(access, to);
    expect(await context.call('checkPhone', { token: access, query: { phone_number: to } })).toEqual({
      bound: true,
      own: true,
    });
    expect(await context.call('checkPhone', { token: access, query: { phone_number: phone } })).toEqual({
      bound: false,
      own: false,
    });
    context.server.now.move(60_000);
    expect((await context.visitor(to)).id).toBe(id);
    expect((await context.visitor(phone)).id).not.toBe(id);
  });

  test('a code that another account requested is refused for the old number [6.own-account]', async () => {
    const [victim, thief] = [await context.visitor(), await context.visitor()];
    const to = newPhone();
    await askChange(thief.access, thief.phone, to);
    expect(await refusalOf(change(victim.access, to))).toMatchObject({ refusal: 'CaptchaMismatch' });
    await change(thief.access, to);
  });

  test('of two accounts that change to one number at once, one gets it', async () => {
    const [one, other] = [await context.visitor(), await context.visitor()];
    const to = newPhone();
    await askChange(one.access, one.phone, to);
    context.server.now.move(60_000);
    await askChange(other.access, other.phone, to);
    const ends = await outcomes([change(one.access, to), change(other.access, to)]);
    expect(ends.filter(end => end === 'ok')).toHaveLength(1);
  });
});

test('a number that is bound is shown masked, and signs in [7.bindPhone]', async () => {
  const { id, access } = await stepsOf(context).mailed();
  const phone = newPhone();
  await context.call('sendBindPhoneCaptcha', { token: access, body: { phone_number: phone, pid } });
  await context.call('bindPhone', {
    token: access,
    body: { phone_number: phone, captcha: context.code(phone) },
  });
  const { phone_number: shown } = await context.call('getPrivacy', { token: access });
  expect(shown).not.toBe(phone);
  expect(shown).toMatch(/\*/);
  context.server.now.move(60_000);
  expect((await context.visitor(phone)).id).toBe(id);
});
