/** The ticket of a proved number, spent by a site's own server. */
import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpAccounts, httpAccounts } from '../testing/http.ts';
import { newPhone, PID, refusalOf, SERVICE_SECRET } from '../testing.ts';

const OTHER = 'club';
const OTHER_SECRET = 'v4-another-service-9876543210-hTqk';
const NEW_SECRET = 'n2-the-next-secret-5647382910-wLpd';
let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts({
    ROLLCALL_SERVICE_SECRETS: `${PID}:${SERVICE_SECRET},${OTHER}:${OTHER_SECRET},${PID}:${NEW_SECRET}`,
  });
});
afterAll(() => context?.close());

const ticketOf = async (phone: string, pid?: string): Promise<string> => {
  await context.call('sendCommonCaptcha', { body: { phone_number: phone, pid: PID } });
  const { ticket } = await context.call('checkCommonCaptcha', {
    body: { phone_number: phone, captcha: context.code(phone) },
    ...(pid !== undefined && { headers: { [headers.pid]: pid } }),
  });
  return ticket;
};
const spend = (ticket: string, token = SERVICE_SECRET) =>
  context.call('spendCommonTicket', { token, body: { ticket } });

describe('a ticket of the universal code [7.checkCommonCaptcha]', () => {
  test('gives a service the number once, also when many use it at once', async () => {
    const phone = newPhone();
    const ticket = await ticketOf(phone);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => spend(ticket)));
    const won = answers.filter(answer => answer.status === 'fulfilled');
    expect(won.map(({ value }) => value)).toEqual([{ phone_number: phone }]);
    expect(await refusalOf(spend(ticket))).toMatchObject({ refusal: 'WrongTicket' });
  });

  test('works for the product of the page that got it, and stays valid when another one uses it', async () => {
    const phone = newPhone();
    const ticket = await ticketOf(phone);
    expect(await refusalOf(spend(ticket, OTHER_SECRET))).toMatchObject({ refusal: 'WrongTicket' });
    expect(await spend(ticket)).toEqual({ phone_number: phone });
  });

  test.each(['', 'no such product', 'x'.repeat(65), 'elsewhere'])(
    'that was given to a page of the product "%s" is no use to anybody',
    async pid => {
      const ticket = await ticketOf(newPhone(), pid);
      for (const secret of [SERVICE_SECRET, OTHER_SECRET])
        expect(await refusalOf(spend(ticket, secret))).toMatchObject({ refusal: 'WrongTicket' });
    },
  );

  test('expires after ten minutes', async () => {
    const ticket = await ticketOf(newPhone());
    context.server.now.move(10 * 60_000);
    expect(await refusalOf(spend(ticket))).toMatchObject({ refusal: 'WrongTicket' });
  });
});

describe('a service [7.checkCommonCaptcha]', () => {
  test('may have two secrets while one is replaced', async () => {
    const phone = newPhone();
    expect(await spend(await ticketOf(phone), NEW_SECRET)).toEqual({ phone_number: phone });
  });

  test.each([
    ['no header', undefined],
    ['no secret', 'Bearer '],
    ['a secret without a scheme', SERVICE_SECRET],
    ['half a secret', `Bearer ${SERVICE_SECRET.slice(0, -1)}`],
    ['a very long one', `Bearer ${'x'.repeat(2000)}`],
    ['the pid with it', `Bearer ${PID}:${SERVICE_SECRET}`],
  ])('with %s is refused by name, before its body is read, and the ticket stays good', async (_, given) => {
    const phone = newPhone();
    const ticket = await ticketOf(phone);
    const ask = (body: unknown) =>
      context.server.ask(
        'POST',
        '/service/v1/tickets/common',
        body,
        given === undefined ? {} : { authorization: given },
      );
    for (const body of [{ ticket }, 'no JSON'])
      expect(await ask(body)).toMatchObject({ status: 401, json: { code: 'RC_411' } });
    expect(await spend(ticket)).toEqual({ phone_number: phone });
  });

  test.each([{ origin: 'http://127.0.0.1:5173' }, { origin: 'null' }, { 'sec-fetch-site': 'same-origin' }])(
    'that is a page (%o) is refused, also with the secret',
    async headers => {
      const ticket = await ticketOf(newPhone());
      const refused = context.call('spendCommonTicket', { token: SERVICE_SECRET, body: { ticket }, headers });
      expect(await refusalOf(refused)).toMatchObject({ refusal: 'ServersOnly' });
    },
  );

  test('has neither its secret nor a ticket in the log', async () => {
    const ticket = await ticketOf(newPhone());
    await spend(ticket);
    await refusalOf(spend(ticket));
    const log = context.server.lines.join('');
    for (const text of [SERVICE_SECRET, ticket]) expect(log).not.toContain(text);
  });
});
