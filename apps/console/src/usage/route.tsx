/** The parent route of the usage views: loads their filters' options; without events it says how to get some. */
import { createRoute, Outlet } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { shellRoute } from '../shell/route.ts';
import { shellWords } from '../shell/words.ts';
import { useWords } from '../console-context.ts';
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
  if (scope.events > 0) return <Outlet />;
  return (
    <>
      <PageHeader title={shell.groups.usage} />
      <EmptyState what={words.empty} how={words.emptyHow} sample />
    </>
  );
}
