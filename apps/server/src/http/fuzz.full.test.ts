/**
 * Every call of the contract against the real server: whatever is sent, it is answered or refused, never a fault, and
 * what is refused changes nothing.
 */
import { type Call, type CallName, calls, refusals, signedIn } from '@rollcall/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../app/testing.ts';
import { startVendors, type TestVendors, vendorsEnv } from '../features/accounts/third-party/testing.ts';

let server: TestServer;
let vendors: TestVendors;
let authorization: string;
const phone = '13800000001';
const account = { phone_number: phone, password: 'Hush-hush1', agreement_ids: [-1], pid: 'school' };

beforeAll(async () => {
  vendors = await startVendors();
  server = await testServer({ env: { ...vendorsEnv(vendors), ROLLCALL_LOG_LEVEL: 'warn' } });
  await server.ask('POST', calls.sendRegisterCaptcha.path, { phone_number: phone, pid: 'school' });
  await server.ask('POST', calls.registerByPhone.path, { ...account, captcha: server.codes(phone)[0] });
  await watchTables();
});
afterAll(async () => {
  await server?.stop();
  await vendors?.close();
});

/**
 * What a refused call must leave as it is. Not here: guesses that are counted (`codes`, `sign_in_failures`, and on the session
 * the wrong passwords, which end it at last), for they are counted because they were refused, and the time of day that a budget
 * began with.
 */
const tables = [
  'accounts',
  'identifiers',
  'identities',
  'sessions',
  'tickets',
  'signatures',
  'agreements',
  'signing_keys',
  'data_keys',
];
/** Writes down each change of a row in them. A change that is rolled back, as most refusals do, takes its line with it. */
const watchTables = async (): Promise<void> => {
  await sql`create table fuzz_changes (name text not null, what text not null)`.execute(server.app.db);
  await sql`create function fuzz_change() returns trigger language plpgsql as $$
    declare own text[] := array['wrong_passwords', 'ended_at'];
    begin
      if tg_op <> 'UPDATE' or to_jsonb(old) - own is distinct from to_jsonb(new) - own then
        insert into fuzz_changes values (tg_table_name, tg_op);
      end if;
      return null;
    end $$`.execute(server.app.db);
  for (const name of tables)
    await sql`create trigger fuzz_change after insert or update or delete on ${sql.table(name)}
      for each row execute function fuzz_change()`.execute(server.app.db);
};
/** Takes what was written down since it was last called. */
const changes = async (): Promise<readonly unknown[]> =>
  (await sql`delete from fuzz_changes returning name, what`.execute(server.app.db)).rows;

/**
 * A fresh token, as calls that end the session are among those that are tried. The wrong passwords among the bodies would
 * lock the account and ask its network for a challenge, so their counts are dropped.
 */
const signIn = async (): Promise<void> => {
  await sql`delete from sign_in_failures`.execute(server.app.db);
  await sql`delete from window_counts`.execute(server.app.db);
  const { json } = await server.ask('POST', calls.loginByAccount.path, { ...account, identity: phone });
  const { auth } = v.parse(signedIn, json?.data);
  authorization = `Bearer ${auth.token.access.token}`;
  await changes();
};

/** A JSON text of anything: keys may repeat and may be those of Object.prototype. */
const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'extra',
);
const odd = fc.constantFrom(
  '"\\u0000"',
  '"13800000001\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"' + 'x'.repeat(5000) + '"',
  '"' + '𠮷'.repeat(30) + '"',
  '"１３８００００００００１"',
  '1e400',
  '-0',
  '9007199254740993',
  '2147483648',
  '1.5',
  'null',
  'true',
  '""',
  '[]',
  '{}',
  '[null]',
  '[-2]',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  '{"toString":1}',
  '{"length":3}',
);
const anything = fc.oneof(odd, fc.json({ maxDepth: 2 }));
const right: Readonly<Record<string, readonly string[]>> = {
  phone_number: [`"${phone}"`, '"13900000009"'],
  captcha: ['"123456"'],
  password: ['"Hush-hush1"'],
  pid: ['"school"'],
  agreement_ids: ['[-1]', '[1]', '[1,1,2]', '[2147483647]'],
  identity: [`"${phone}"`, '"nobody"', '"a@b.example"'],
  refresh_token: ['"abc"', `"${'A'.repeat(60)}"`],
  birthday: ['0', '-2208988800', '9007199254740991', 'null'],
  grade: ['1', '32767', 'null'],
  nickname: ['"小明"', '"İ"', '"ﬃ"'],
  username: ['"student_1"'],
  sex: ['0', '1'],
  qq: ['"12345"', '""'],
  fullname: ['"张三"', '""', 'null'],
  description: ['"\\n"', '""'],
  avatar_url: ['"/a.png"', '""'],
  codeList: ['["user-agreement"]'],
  email: ['"pupil@school.example"', '"学生@学校.example"'],
  old_phone_number: [`"${phone}"`, '"13900000008"'],
  old_password: ['"Hush-hush1"', '"Wrong-1"'],
  confirm_password: ['"Hush-hush1"'],
  rePassword: ['"Hush-hush1"'],
  ticket: ['"abc"'],
  captchaTicket: ['"abc"'],
  oauth_ticket: ['"abc"'],
  code: ['"abc"'],
  appid: ['"wxa"', '"101"', '"other"'],
  redirect_uri: ['"http://localhost/oauth/qq"'],
  scene: ['"register"', '"security"', '"nowhere"'],
  timestamp: ['1763712000'],
  deviceId: ['""', '"abc"'],
  type: ['"REGISTER"', '"login"', '"OAUTH"', '"RESET"', '"BIND"'],
};

const entriesOf = (call: Call): string[] =>
  call.body && 'entries' in call.body ? Object.keys(call.body.entries as object) : [];

/** The call's own fields, each right, odd or absent; then strange names, and the first field once more. */
const bodyOf = (call: Call) => {
  const fields = entriesOf(call).map(name => {
    const good = fc.constantFrom(...(right[name] ?? ['"x"']));
    return fc
      .option(fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: anything, weight: 1 }), { freq: 8 })
      .map(value => (value === null ? [] : [`${JSON.stringify(name)}:${value}`]));
  });
  const more = fc.array(fc.tuple(fc.oneof(names, fc.constantFrom(...entriesOf(call), 'extra')), anything), {
    maxLength: 2,
  });
  const object = fc.tuple(fc.tuple(...fields), fc.option(more, { freq: 4 })).map(([own, others]) => {
    const extra = (others ?? []).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    return `{${[...own.flat(), ...extra].join(',')}}`;
  });
  return fc.oneof({ arbitrary: object, weight: 9 }, { arbitrary: anything, weight: 1 });
};

const queryOf = fc.constantFrom(
  '',
  '?pid=school',
  `?phone_number=${phone}`,
  '?phone_number=%00',
  '?phone_number=1&phone_number=2',
  '?pid=%00',
  '?pid=a&pid=b',
  '?pid[]=a',
  '?__proto__=x',
  '?pid=%ED%A0%80',
  '?pid',
  `?pid=${'x'.repeat(500)}`,
);
/** Bodies for each call; ROLLCALL_FUZZ is how many for all of them. */
const RUNS = Math.ceil(Number(process.env.ROLLCALL_FUZZ ?? 0) / Object.keys(calls).length) || 60;
const known = new Set<string>(Object.values(refusals).map(row => row.code));

describe.each(Object.keys(calls) as CallName[])('%s', name => {
  it('answers or refuses whatever is sent [7.no-fault]', async () => {
    const call: Call = calls[name];
    await signIn();
    await fc.assert(
      fc.asyncProperty(bodyOf(call), queryOf, fc.boolean(), async (body, query, bearer) => {
        const answer = await server.ask(
          call.method,
          call.path + query,
          call.method === 'GET' ? undefined : body,
          bearer ? { authorization } : {},
        );
        expect(answer.status).toBeLessThan(500);
        const changed = await changes();
        if (answer.status === 200) expect(answer.json).toHaveProperty('data');
        else {
          expect(known).toContain(answer.json?.code);
          expect(changed).toEqual([]);
        }
        if (bearer && answer.status === 401) await signIn();
      }),
      { numRuns: RUNS },
    );
  });
});

it('and nothing of it was a fault [7.no-fault]', () => {
  expect(server.lines.filter(line => line.includes('"level":"error"'))).toEqual([]);
});
