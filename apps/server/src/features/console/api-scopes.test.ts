/**
 * Every scope and every call of `/api/v1`, and what a token can't do with any scope. `npm run proofs -- attack` adds to its table what
 * got beyond a scope.
 */
import { refusals } from '@rollcall/contract';
import { type ApiCall, type ApiCallName, apiCalls } from '@rollcall/contract/api';
import { type Scope, scopes } from '@rollcall/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAttack } from '../../app/testing/attack-table.ts';
import { type TestConsole, testConsole } from './testing/console.ts';
import { type TestApi, testApi } from './testing/api.ts';

/** Written out, and not read from the contract: a call that moves to another scope has to be moved here too. */
const table: Readonly<Record<Scope | 'any', readonly ApiCallName[]>> = {
  'people:read': [
    'listPeople',
    'findPerson',
    'getPerson',
    'listPersonChanges',
    'listCustomFields',
    'listDocuments',
    'listDocumentVersions',
    'listSignatures',
  ],
  'people:write': [
    'createPerson',
    'correctPersonName',
    'updatePerson',
    'blockPerson',
    'unblockPerson',
    'listImports',
    'getImport',
    'listImportFaults',
    'setImportColumns',
    'runImport',
    'cancelImport',
  ],
  'people:delete': ['deletePerson', 'cancelPersonDeletion', 'undoImport'],
  'people:minors': [],
  'sessions:write': ['endPersonSession', 'endPersonSessions'],
  'usage:query': [
    'getUsageScope',
    'listUsageProducts',
    'getUsageLive',
    'getUsageHeatmap',
    'listUsageKeys',
    'listUsageProperties',
    'askUsageQuestion',
    'listLatestEvents',
  ],
  'events:write': ['sendEvents'],
  any: ['introspectToken'],
};
const names = Object.keys(apiCalls) as ApiCallName[];

let pages: TestConsole;
const beyond = { tried: 0, through: 0 };
const tokens = new Map<Scope, TestApi>();
beforeAll(async () => {
  pages = await testConsole();
  for (const scope of scopes) tokens.set(scope, await testApi(pages, [scope]));
});
afterAll(async () => {
  noteAttack({ attack: 'service token: a call beyond its scope', ...beyond, may: 0 });
  await pages.stop();
});

test('the table has every call once', () => {
  expect(Object.values(table).flat().toSorted()).toEqual(names.toSorted());
});

describe.each(scopes)('with %s alone', scope => {
  test.each(names)('%s', async name => {
    const { status, json } = (await tokens.get(scope)?.ask(name)) ?? {};
    const open = table[scope].includes(name) || table.any.includes(name);
    // Without input an open call is answered, or says what is missing.
    if (open) return expect([200, 400]).toContain(status);
    beyond.tried += 1;
    if (json?.code !== refusals.ScopeRequired.code) beyond.through += 1;
    expect({ status, code: json?.code }).toEqual({ status: 403, code: refusals.ScopeRequired.code });
  });
});

test('every call refuses a wrong token, a foreign address and a browser', async () => {
  const near = await testApi(pages, scopes, { addresses: ['192.0.2.1'] });
  const all = await testApi(pages, scopes);
  for (const name of names) {
    const wrong = await all.ask(name, { headers: { authorization: `Bearer rcst_${'a'.repeat(43)}` } });
    expect(wrong.json?.code, name).toBe(refusals.ServiceTokenInvalid.code);
    expect((await near.ask(name)).json?.code, name).toBe(refusals.AddressRefused.code);
    for (const headers of [{ origin: pages.server.url }, { 'sec-fetch-site': 'same-origin' }])
      expect((await all.ask(name, { headers })).json?.code, name).toBe(refusals.ServersOnly.code);
  }
});

test('a parameter that a call does not take is refused by its name', async () => {
  const { token } = tokens.get('people:read') as TestApi;
  const asked = await pages.server.ask('GET', '/api/v1/people?query=a', undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(asked.json).toMatchObject({ code: refusals.InvalidRequest.code, data: { field: 'query' } });
});

test('no call changes how an existing person signs in, or their year of birth', () => {
  const fields = ['phone_number', 'email', 'username', 'password', 'birth_year', 'second_factor', 'captcha'];
  for (const [name, { body }] of Object.entries<ApiCall>(apiCalls)) {
    if (name === 'createPerson' || body === undefined) continue;
    expect(Object.keys((body as unknown as { entries: object }).entries), name).not.toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^(?:${fields.join('|')})$`))]),
    );
  }
});

test('a session of the console is no token, and a token no session', async () => {
  const cookie = pages.cookies.admin;
  const asked = await pages.server.ask('GET', '/api/v1/people', undefined, { cookie });
  expect(asked.json?.code).toBe(refusals.ServiceTokenInvalid.code);
  const { token } = tokens.get('people:read') as TestApi;
  const entered = await pages.server.ask('GET', '/console/v1/people', undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(entered.json?.code).toBe(refusals.OperatorRequired.code);
});

test('the OpenAPI document has every call, with its scope and the refusals of tokens', async () => {
  const { text } = await pages.server.ask('GET', '/api/v1/openapi.json');
  const { openapi, paths } = JSON.parse(text) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; summary: string; responses: object }>>;
  };
  expect(openapi).toBe('3.1.0');
  const operations = Object.values(paths).flatMap(path => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  for (const { operationId, summary, responses } of operations) {
    expect(summary).toContain(`Scope: ${apiCalls[operationId as ApiCallName].scope}.`);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '429']));
  }
});
