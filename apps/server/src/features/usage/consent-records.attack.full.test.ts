/** Over HTTP: whose record of consent is an entry of an account, and what a stranger who knows the account's id can do. */
import { gunzipSync } from 'node:zlib';
import { consentKinds, eventKind } from '@rollcall/contract';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../../../tools/testing/until.ts';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type HttpAccounts, httpAccounts, type Person } from '../accounts/testing/http.ts';
import { bodyOf, facts, newEvent } from './testing/batches.ts';

let context: HttpAccounts;
beforeAll(async () => {
  context = await httpAccounts({ ROLLCALL_USAGE_ADDRESS_RATE: '0' });
});
afterAll(() => context?.server.stop());

const proofOf = ({ access }: Person): string => String(decodeJwt(access)['usage_proof']);
const all = Object.fromEntries(consentKinds.map(kind => [kind, ['2026-11', 1_763_700_000_000, 1]]));

/** Sends events of one page, some minutes ago. */
const report = async (own: object, ...events: readonly object[]): Promise<void> => {
  const at = context.server.now();
  const answer = await fetch(`${context.server.url}/usage/v1/events`, {
    method: 'POST',
    body: bodyOf({
      events: events.map(event => newEvent({ t: at, c: at, ...event })),
      facts: [own],
    }),
    headers: { 'content-type': 'text/plain' },
  });
  expect(await answer.json()).toEqual({ data: { accepted: events.length, refused: [] } });
};
const consent = (record: string, g: object, minutesAgo = 0) => ({
  k: eventKind.consent,
  e: 'consent',
  t: context.server.now() - minutesAgo * 60_000,
  b: { r: record, n: 1, g },
});
/** The lines of an export, which waits until everything that was acknowledged is loaded. */
const linesOf = async ({ access: token }: Person) => {
  const { id } = await context.call('exportUsageData', { token });
  await until(async () => (await context.call('getUsageJob', { token, query: { id } })).state === 'done');
  const answer = await fetch(`${context.server.url}/usage/v1/data/download?id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
  const lines = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { event?: { key: string }; consent?: { record: string } });
  return {
    text,
    keys: lines.flatMap(({ event }) => event?.key ?? []).filter(key => key !== 'consent'),
    records: lines.flatMap(({ consent }) => consent ?? []),
  };
};
const historyOf = async ({ access: token }: Person) =>
  (await context.call('getUsageConsents', { token })).map(({ record, claimed }) => ({ record, claimed }));

test('a record with the proof of the token is the account’s, and the proof is not stored [4.consents]', async () => {
  const person = await context.visitor();
  const proof = proofOf(person);
  await report({ u: person.id, up: proof }, consent('own', all));
  // After a withdrawal of everything the record comes without user and proof.
  await report({}, consent('own', {}));
  const { text, records } = await linesOf(person);
  expect(records).toMatchObject([
    { record: 'own', claimed: false },
    { record: 'own', claimed: false },
  ]);
  expect(await historyOf(person)).toEqual([
    { record: 'own', claimed: false },
    { record: 'own', claimed: false },
  ]);
  expect(text).not.toContain(proof);
});

test('strangers who know the id write no entry, withdraw nothing and undo no withdrawal [4.consents]', async () => {
  const other = await context.visitor();
  const tries: readonly (readonly [string, object])[] = [
    ['none', {}],
    ['made up', { up: 'A'.repeat(22) }],
    ['empty', { up: '' }],
    ['of another account', { up: proofOf(other) }],
  ];
  let through = 0;
  for (const [name, proof] of tries) {
    const person = await context.visitor();
    const forged = { ...facts({ u: person.id, d: `device ${name}` }), ...proof };
    // Withdraws for everything that bears the id, and the person's page goes on.
    await report(forged, consent(`forged ${name}`, {}, 9));
    const between = context.server.now() - 8.5 * 60_000;
    await report({ u: person.id }, { e: 'while-on', t: between });
    // The person withdraws; the stranger grants, and says that a later page has it.
    const proved = { u: person.id, up: proofOf(person) };
    await report(proved, consent(`own ${name}`, all, 8), consent(`own ${name}`, { user: all['user'] }, 3));
    await report(forged, consent(`undo ${name}`, all, 2));
    await report({ u: person.id }, { e: 'after-withdrawal' });
    const { keys, records } = await linesOf(person);
    const history = await historyOf(person);
    const wrong = [
      !keys.includes('while-on'),
      keys.includes('after-withdrawal'),
      history.some(({ record }) => !record.startsWith('own')),
      history.length !== 2,
    ].filter(Boolean).length;
    through += wrong;
    expect({ name, wrong, keys }).toEqual({ name, wrong: 0, keys: ['while-on'] });
    // What bears the id is given out, and says what it is.
    expect(records.filter(({ record }) => !record.startsWith('own'))).toMatchObject([
      { record: `undo ${name}`, claimed: true },
      { record: `forged ${name}`, claimed: true },
    ]);
  }
  noteAttack({ attack: 'consent of another account by its id', tried: tries.length * 3, through, may: 0 });
});

test('a withdrawal without a proof governs its own device', async () => {
  const person = await context.visitor();
  const own = facts({ u: person.id, d: 'device-of-a-withdrawal' });
  await report(
    own,
    consent('r-device', all, 9),
    consent('r-device', { user: all['user'], device: all['device'] }, 5),
  );
  await report(own, { e: 'withdrawn' });
  expect(await linesOf(person)).toMatchObject({ keys: [] });
  expect(await historyOf(person)).toEqual([]);
});

test('earlier records stay: they govern, and are shown as claims', async () => {
  const person = await context.visitor();
  await report({ u: person.id }, consent('earlier', { user: all['user'] }, 9));
  await linesOf(person);
  // As a server of the release before leaves it.
  await context.server.app.db
    .updateTable('usage_consent_subjects')
    .set({ proved: null })
    .where('record', '=', 'earlier')
    .execute();
  expect(await historyOf(person)).toEqual([{ record: 'earlier', claimed: true }]);
  await report({ u: person.id }, { e: 'withdrawn' });
  expect(await linesOf(person)).toMatchObject({ keys: [] });
  // The same browser says it with a proof.
  await report({ u: person.id, up: proofOf(person) }, consent('earlier', all));
  await linesOf(person);
  expect(await historyOf(person)).toEqual([
    { record: 'earlier', claimed: false },
    { record: 'earlier', claimed: false },
  ]);
});

test('an impossible time of the device discards nothing; the server’s counts', async () => {
  const person = await context.visitor();
  const own = { u: person.id, up: proofOf(person) };
  for (const at of [-1, 9e15, 1.5])
    await report(own, { ...consent(`clock ${at}`, { user: ['2026-11', at, 1] }), c: -28_800_000 });
  await linesOf(person);
  const history = await context.call('getUsageConsents', { token: person.access });
  expect(history).toHaveLength(3);
  for (const { granted, at, received_at } of history) {
    expect(granted).toEqual({ user: { version: '2026-11', at } });
    expect(received_at).toBe(context.server.now());
  }
});
