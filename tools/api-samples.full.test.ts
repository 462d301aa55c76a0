/** The programs of docs/api.md in Java and Python, before a real server: by `npm run proofs -- samples`, which has the languages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { scopes } from '@rollcall/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../apps/server/src/app/testing.ts';
import { createServiceToken } from '../apps/server/src/identity/service-tokens.ts';
import { root } from './setup.mjs';
import { languagePrograms } from './system-programs.mjs';

const programs: Readonly<Record<string, () => readonly string[]>> = {
  Java: () => [languagePrograms().java, join(root, 'examples/api/UpdatePerson.java')],
  Python: () => [languagePrograms().python3, join(root, 'examples/api/update_person.py')],
};

/** Runs a program to its end. */
const run = async ([program = '', ...given]: readonly string[], env: Readonly<Record<string, string>>) => {
  const child = spawn(program, given, { env: { ...process.env, ...env } });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: status as number | null, stdout, stderr };
};

describe.runIf(process.env['ROLLCALL_SAMPLES'] === 'long')('a program sets a custom field', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await testServer();
    const { db } = server.app;
    const at = server.now();
    ({ token } = await createServiceToken(db, {
      name: 'the samples',
      purpose: 'to run the samples',
      scopes,
      addresses: [],
      perMinute: 600,
      createdBy: 'a test',
      at,
      expiresAt: at + 3_600_000,
    }));
    await db
      .insertInto('custom_fields')
      .values({
        key: 'school_class',
        position: 1,
        name: JSON.stringify({ 'zh-CN': '班级', en: 'Class' }),
        rule: JSON.stringify({ type: 'text', max_length: 10 }),
        required: false,
        seen_by: ['staff'],
        changed_by: ['staff'],
        claim: false,
      })
      .execute();
  });
  afterAll(() => server?.stop());

  const ask = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await server.ask(method, `/api/v1/${path}`, body, { authorization: `Bearer ${token}` })).json?.data as {
      readonly id: string;
      readonly fields: object;
    };

  test.each(Object.keys(programs))('in %s, or says what is refused', async name => {
    const update = (...given: readonly string[]) =>
      run([...(programs[name]?.() ?? []), ...given], { ROLLCALL_URL: server.url, ROLLCALL_TOKEN: token });
    const phone = `1380000${name.length}001`;
    const { id } = await ask('POST', 'people/create', { pid: 'school', phone_number: phone });
    expect(await update(phone, '三年级 2 "班"')).toMatchObject({ status: 0, stdout: `${id}\n` });
    expect((await ask('GET', `person?id=${id}`)).fields).toEqual({ school_class: '三年级 2 "班"' });
    const refused = await update(phone, 'longer than ten');
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain('"why":"length"');
  });
});
