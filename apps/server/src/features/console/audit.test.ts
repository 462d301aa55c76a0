import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestConsole, testConsole } from './testing/console.ts';

let context: TestConsole;
beforeAll(async () => {
  context = await testConsole();
});
afterAll(() => context?.stop());

const list = (query: object = {}) => context.call('listAudit', { cookie: context.cookies.admin, query });

describe('the audit log', () => {
  it.each([
    ['update', "update audit_log set act = 'x'"],
    ['delete', 'delete from audit_log'],
    ['delete that finds nothing', 'delete from audit_log where false'],
    ['truncate', 'truncate audit_log'],
  ])('refuses an %s', async (_, statement) => {
    await expect(context.server.database.pool.query(statement)).rejects.toThrow(
      'the audit log is only added to',
    );
  });

  it('has operator, act, subject, IP address and request id', async () => {
    const answer = await context.ask('inviteOperator', {
      cookie: context.cookies.admin,
      body: { role: 'viewer' },
    });
    const { items } = await list({ limit: 1 });
    expect(items).toEqual([
      {
        id: expect.any(Number),
        at: context.server.now(),
        operator_id: expect.any(String),
        operator_name: 'first.admin',
        act: 'operators.invite',
        subject: expect.any(String),
        person: null,
        before: null,
        after: { role: 'viewer' },
        address: '127.0.0.1',
        request_id: answer.headers.get('x-request-id'),
      },
    ]);
  });

  it('has no entry for a refused change', async () => {
    const before = (await list({ limit: 1 })).items[0]?.id;
    const missing = '00000000-0000-4000-8000-000000000000';
    const refused = await context.ask('blockPerson', {
      cookie: context.cookies.support,
      body: { id: missing, reason: 'spam' },
    });
    expect(refused.status).toBe(404);
    expect((await list({ limit: 1 })).items[0]?.id).toBe(before);
  });

  it('is listed in pages without a gap while it grows', async () => {
    const all = (await list({ limit: 200 })).items.map(entry => entry.id);
    const paged: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      paged.push(...page.items.map(entry => entry.id));
      cursor = page.next ?? undefined;
      if (cursor) await context.operator('viewer');
    } while (cursor);
    expect(paged).toEqual(all);
  });

  it('is sorted by time or act in both orders, in pages without a gap', async () => {
    const { items: all } = await list({ limit: 200 });
    for (const order of ['ascending', 'descending'] as const)
      for (const sort of ['at', 'act'] as const) {
        const paged: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await list({ limit: 2, sort, order, cursor });
          paged.push(...page.items.map(entry => entry.id));
          cursor = page.next ?? undefined;
        } while (cursor);
        const sign = order === 'ascending' ? 1 : -1;
        const byAct = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
        const expected = all.toSorted(
          (a, b) => sign * ((sort === 'act' ? byAct(a.act, b.act) : 0) || a.id - b.id),
        );
        expect(paged).toEqual(expected.map(entry => entry.id));
      }
    const { next } = await list({ limit: 2, sort: 'act' });
    const other = await context.ask('listAudit', {
      cookie: context.cookies.admin,
      query: { sort: 'at', cursor: next ?? '' },
    });
    expect(other.json?.data).toMatchObject({ field: 'cursor' });
    const unknown = await context.ask('listAudit', {
      cookie: context.cookies.admin,
      query: { sort: 'address' as never },
    });
    expect(unknown.json?.data).toMatchObject({ field: 'sort' });
  });

  it('is filtered by operator, act, beginning of an act, subject and time', async () => {
    const { now } = context.server;
    const from = now() + 1000;
    now.move(1000);
    const cookie = await context.operator('admin', 'auditor');
    const { id } = await context.call('getOperator', { cookie });
    await context.call('changeOperatorRole', { cookie, body: { id, role: 'admin' } });
    const acts = async (query: object) => (await list(query)).items.map(entry => entry.act);
    expect(await acts({ operator_id: id })).toEqual(['operators.change-role', 'operators.accept']);
    expect(await acts({ act: 'operators.change-role' })).toEqual(['operators.change-role']);
    expect(await acts({ act: 'operators', operator_id: id })).toHaveLength(2);
    expect(await acts({ act: 'operator' })).toEqual([]);
    expect(await acts({ subject: id, act: 'operators.accept' })).toEqual(['operators.accept']);
    expect(await acts({ from })).toHaveLength(2);
    expect(await acts({ from: from + 1 })).toEqual([]);
    expect(await acts({ to: from, operator_id: id })).toEqual([]);
  });
});
