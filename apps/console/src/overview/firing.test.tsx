// @vitest-environment jsdom
import { type AlertRule, alertKinds } from '@rollcall/contract/console';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('@tanstack/react-router', () => ({
  Link: (props: { to: string; params?: { id: string }; search?: object; children: string }) => (
    <a
      href={`${props.to.replace('$id', props.params?.id ?? '')}?${new URLSearchParams({ ...props.search })}`}
    >
      {props.children}
    </a>
  ),
}));

// Another file may have loaded them with the router itself.
vi.resetModules();
const { drawn } = await import('../testing.tsx');
const { Firing } = await import('./firing.tsx');
afterAll(() => {
  vi.resetModules();
});

const target = '0a'.repeat(16);
const rule = (kind: AlertRule['kind']) =>
  ({ id: kind, kind, name: 'broken', product: 'school', target, firing_since: 1 }) as unknown as AlertRule;
/** The way from an alert that fires to what it measures. */
const wayFrom = (of: AlertRule) => {
  const box = drawn(<Firing rules={[of]} />, 'en');
  return box.querySelector('li > a:last-child')?.getAttribute('href');
};

test('each kind of an alert that fires leads to what it measures, of its product', () => {
  expect(alertKinds.map(kind => wayFrom(rule(kind)))).toEqual([
    `/console/monitor/errors/${target}?product=school`,
    '/console/monitor?product=school&sort=success',
    '/console/monitor/vitals?product=school',
    '/console/monitor?product=school&show=latency&sort=p95',
    `/console/usage/live?product=school&find=${target}`,
    '/console/sign-in-clients?period=24h',
  ]);
  expect(wayFrom({ ...rule('error-rate'), target: '*' })).toBe('/console/monitor/errors?product=school');
  expect(wayFrom({ ...rule('no-events'), target: '*' })).toBe('/console/usage/live?product=school');
  expect(wayFrom({ ...rule('vital'), target: 'INP' })).toBe(
    '/console/monitor/vitals?product=school&metric=INP',
  );
});
