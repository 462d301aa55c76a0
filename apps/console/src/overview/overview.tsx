/** `/console`: the state of the school. */
import { createRoute } from '@tanstack/react-router';
import { shellRoute } from '../shell/route.ts';
import { dayOf, dayStart } from '../zone.ts';
import { view } from './overview.view.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [found, health, alerts, board] = await Promise.all([
      client.call('getOverview', { query: { today_from: dayStart(dayOf(Date.now())) ?? 0 } }, signal),
      // It is looked at while something is broken: what can't be read must not keep the rest away.
      client.call('getHealth', {}, signal).catch(() => null),
      // What a process without the event store does not answer must not keep the rest away.
      client.call('listAlertRules', {}, signal).catch(() => ({ rules: [] })),
      client.call('getDashboard', { query: { front: true } }, signal).catch(() => ({ dashboard: null })),
    ]);
    const firing = alerts.rules.filter(rule => rule.firing_since !== null);
    return { found, health: health?.items ?? null, firing, dashboard: board.dashboard };
  },
}).lazy(() => import('./overview.lazy.tsx').then(found => found.route));
