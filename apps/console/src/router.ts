/** The route tree, which lists every view, and the router. */
import { reportCaught } from '@rollcall/app-shell/errors';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './search-params/search-params.ts';
import { Refused } from './client/refused.ts';
import { importRoute } from './imports/import.tsx';
import { importsRoute } from './imports/imports.tsx';
import { askRoute } from './ask/ask.tsx';
import { dashboardRoute } from './dashboards/dashboard.tsx';
import { dashboardsRoute } from './dashboards/dashboards.tsx';
import { documentRoute } from './agreements/document.tsx';
import { editorRoute } from './agreements/editor.tsx';
import { agreementsRoute } from './agreements/list.tsx';
import { verificationRoute } from './human-verification/verification.tsx';
import { messagesRoute } from './messages/messages.tsx';
import { alertsRoute } from './monitor/alerts.tsx';
import { callsRoute } from './monitor/calls.tsx';
import { errorsRoute } from './monitor/errors.tsx';
import { groupRoute } from './monitor/group.tsx';
import { resourcesRoute } from './monitor/resources.tsx';
import { monitorRoute } from './monitor/route.ts';
import { vitalsRoute } from './monitor/vitals.tsx';
import { auditRoute } from './operators/audit.tsx';
import { operatorsRoute } from './operators/operators.tsx';
import { overviewRoute } from './overview/overview.tsx';
import { peopleRoute } from './people/list.tsx';
import { personRoute } from './people/person.tsx';
import { signInDiagnosisRoute } from './people/sign-in-diagnosis.tsx';
import { quarantineRoute } from './quarantine/quarantine.tsx';
import { accountRoute } from './session/account.tsx';
import { firstRunRoute, invitationRoute, passwordRoute } from './session/link.tsx';
import { setupSecondFactorRoute } from './session/setup-second-factor.tsx';
import { signInRoute } from './session/sign-in.tsx';
import { customFieldsRoute } from './custom-fields/custom-fields.tsx';
import { serviceTokensRoute } from './service-tokens/service-tokens.tsx';
import { settingsRoute } from './settings/settings.tsx';
import { signInClientsRoute } from './sign-in-clients/sign-in-clients.tsx';
import { openidRoute } from './openid/openid.tsx';
import { sqlRoute } from './sql/sql.tsx';
import { rootRoute, type RouterContext } from './shell/root.ts';
import { shellRoute } from './shell/route.ts';
import { ViewError, NotFound, ViewLoading } from './shell/states.tsx';
import { clicksRoute } from './usage/clicks.tsx';
import { liveRoute } from './usage/live.tsx';
import { oldTrendRoute, oldViewRoute } from './usage/old-addresses.ts';
import { usageRoute } from './usage/route.tsx';
import { dataRoute } from './usage-data/data.tsx';
import { webhookRoute } from './webhooks/webhook.tsx';
import { webhooksRoute } from './webhooks/webhooks.tsx';
import type { View } from './view.ts';

const routeTree = rootRoute.addChildren([
  signInRoute,
  setupSecondFactorRoute,
  firstRunRoute,
  invitationRoute,
  passwordRoute,
  shellRoute.addChildren([
    overviewRoute,
    peopleRoute,
    personRoute,
    importsRoute,
    importRoute,
    signInDiagnosisRoute,
    agreementsRoute,
    editorRoute,
    documentRoute,
    verificationRoute,
    messagesRoute,
    signInClientsRoute,
    openidRoute,
    usageRoute.addChildren([askRoute, dashboardsRoute, dashboardRoute, sqlRoute, liveRoute, clicksRoute]),
    oldTrendRoute,
    oldViewRoute,
    monitorRoute.addChildren([callsRoute, vitalsRoute, errorsRoute, groupRoute, resourcesRoute, alertsRoute]),
    quarantineRoute,
    dataRoute,
    operatorsRoute,
    customFieldsRoute,
    serviceTokensRoute,
    settingsRoute,
    webhooksRoute,
    webhookRoute,
    auditRoute,
    accountRoute,
  ]),
]);

/** Milliseconds that loaded data counts as fresh when the operator returns to a view. */
const STALE_MS = 5_000;
/** Milliseconds until another view is shown as loading. */
const PENDING_MS = 150;

export const createConsoleRouter = (context: RouterContext) => {
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultStaleTime: STALE_MS,
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ViewLoading,
    defaultErrorComponent: ViewError,
    // a refusal is shown in the view's place and is not an error of the script
    defaultOnCatch: error => {
      if (!(error instanceof Refused)) reportCaught(error);
    },
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
  // A view whose filters changed stays until the new answer is there: its filters would lose the focus.
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    router.options.defaultPendingMs = fromLocation && !pathChanged ? Number.POSITIVE_INFINITY : PENDING_MS;
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface StaticDataRouteOption {
    /** Describes the view of the route. */
    readonly view?: View;
  }
}
