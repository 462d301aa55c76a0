/** The parent route of the usage views: loads their filters' options; without events it says how to get some. */
import { createRoute, Outlet } from '@tanstack/react-router';
import { formatDateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { shellRoute } from '../shell/route.ts';
import { shellWords } from '../shell/words.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { usageWords } from './words.ts';

export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'usage',
  loader: ({ context, abortController }) => context.client.call('getUsageScope', {}, abortController.signal),
  component: Usage,
});

function Usage() {
  const scope = usageRoute.useLoaderData();
  const words = useWords(usageWords);
  const shell = useWords(shellWords);
  const { language } = useConsoleContext();
  if (scope.events > 0)
    return (
      <>
        {scope.until === null ? null : (
          <p>
            <StatusBadge tone="warning">
              {words.until(formatDateTime(new Date(scope.until), language, Date.now))}
            </StatusBadge>
          </p>
        )}
        <Outlet />
      </>
    );
  return (
    <>
      <PageHeader title={shell.groups.usage} />
      <EmptyState what={words.empty} how={words.emptyHow} sample />
    </>
  );
}
