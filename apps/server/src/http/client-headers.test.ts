import { headers } from '@rollcall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../app/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

/** What the log's line of a request with these headers says of its client. */
const logged = async (sent: Record<string, string>): Promise<unknown> => {
  const { headers: answered } = await server.ask('GET', '/tiger/v3/web/accounts/grade-list', undefined, sent);
  const id = answered.get(headers.requestId);
  const lines = server.lines.map(line => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find(one => one['request_id'] === id && one['msg'] === 'request');
  expect(line).toMatchObject({ route: '/tiger/v3/web/accounts/grade-list', status: 200 });
  return line?.['client'];
};

describe('what a client says of itself [3.init 3.headers]', () => {
  it('is in the line of the request: every header of section 3 that describes the client', async () => {
    expect(
      await logged({
        Pid: 'school',
        'Product-Code': 'p1',
        Platform: 'web',
        'Client-ID': '7',
        'SDK-Account-Version': '0.16.2',
        Net: 'slow-2g',
        'Auth-Version': '1',
      }),
    ).toEqual({
      pid: 'school',
      product: 'p1',
      platform: 'web',
      client: '7',
      sdk: '0.16.2',
      net: 'slow-2g',
      auth_version: '1',
    });
  });

  it('is absent where nothing is said', async () => {
    expect(await logged({})).toBeUndefined();
  });

  it.each([
    ['too long', 'x'.repeat(65)],
    ['a whole line', '4g {"level":60,"msg":"forged"}'],
    ['a name of other letters', Buffer.from('中文').toString('latin1')],
    ['markup', '<script>'],
    ['an address', 'pupil@school.example'],
    ['nothing', ''],
    ['a path', '../../etc'],
  ])('is left out, each header alone, where it is %s', async (_, hostile) => {
    for (const name of ['Pid', 'Product-Code', 'Platform', 'Client-ID', 'SDK-Account-Version', 'Net']) {
      expect(await logged({ 'Auth-Version': '1', [name]: hostile })).toEqual({ auth_version: '1' });
    }
    if (hostile !== '') expect(server.lines.join('')).not.toContain(hostile);
  });

  it('is masked where it is a phone number', async () => {
    const client = await logged({ 'Client-ID': '13800138000' });
    expect(JSON.stringify(client)).not.toContain('13800138000');
  });
});
