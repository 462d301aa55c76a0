import { afterEach, expect, test } from 'vitest';
import { createFirstRunLink } from '../console/one-time-links.ts';
import { OPERATOR_PASSWORD, type TestConsole, testConsole } from '../console/testing/console.ts';

let school: TestConsole;
afterEach(() => school.stop());

const list = (cookie = school.cookies.viewer) => school.call('listAlertRules', { cookie });

test('a new school has rules by the thresholds of its settings, of the product of its pages, to no channel of their own', async () => {
  school = await testConsole({
    ROLLCALL_PRODUCTS: 'campus,other',
    ROLLCALL_ALERT_FAILED_PERCENT: '12',
    ROLLCALL_ALERT_CALL_MS: '900',
  });
  const shared = {
    product: 'campus',
    target: '*',
    hours: null,
    channel: null,
    enabled: true,
    firing_since: null,
  };
  const { rules, defaults } = await list();
  expect(rules).toMatchObject([
    { ...shared, kind: 'failed-share', name: '请求失败', threshold: 0.12 },
    { ...shared, kind: 'error-rate', threshold: 5 },
    { ...shared, kind: 'call-latency', percentile: 0.95, threshold: 900 },
  ]);
  expect(defaults).toEqual({
    'failed-share': 0.12,
    'error-rate': 5,
    'call-latency': 900,
    'no-events': 30,
    'no-sign-ins': 60,
  });
});

test('the audit log has each as made by the first admin', async () => {
  school = await testConsole();
  const { rules } = await list();
  const { items } = await school.call('listAudit', {
    cookie: school.cookies.admin,
    query: { act: 'monitor.rule-create' },
  });
  expect(items.map(({ subject }) => subject).toSorted()).toEqual(
    rules.map(({ id }) => String(id)).toSorted(),
  );
  for (const entry of items)
    expect(entry).toMatchObject({
      operator_name: 'first.admin',
      after: { product: expect.any(String), target: '*' },
    });
});

test('they are made once: neither another admin nor the link of a recovery makes them again', async () => {
  school = await testConsole();
  const { admin: cookie } = school.cookies;
  for (const { id } of (await list()).rules) await school.call('deleteAlertRule', { cookie, query: { id } });
  await school.operator('admin');
  const { db } = school.server.app;
  const link = await createFirstRunLink(db, { at: school.server.now(), recovery: true });
  const body = { token: link?.split('#')[1] ?? '', name: 'rescuer', password: OPERATOR_PASSWORD };
  await school.call('createFirstOperator', { body });
  expect((await list()).rules).toEqual([]);
});

test('what an admin sets is what a new rule begins with; rules that are there stay', async () => {
  school = await testConsole();
  const { admin: cookie } = school.cookies;
  const change = { name: 'ROLLCALL_ALERT_ERRORS', value: '40', version: 0 };
  await school.call('changeSettings', { cookie, body: { changes: [change] } });
  const { rules, defaults } = await list();
  expect(defaults['error-rate']).toBe(40);
  expect(rules.find(({ kind }) => kind === 'error-rate')?.threshold).toBe(5);
});
