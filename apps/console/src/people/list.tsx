/** `/console/people`: searches people, a page at a time. */
import { identityFrom } from '@rollcall/contract';
import { personColumns } from '@rollcall/contract/console';
import { createRoute, redirect } from '@tanstack/react-router';
import { searchParams, day, oneOf, text } from '../search-params/search-params.ts';
import { dayEnd, dayStart } from '../zone.ts';
import { hasRole } from '../session/current-operator.ts';
import { shellRoute } from '../shell/route.ts';
import type { Scope } from '../shell/scope.ts';
import { view } from './list.view.ts';

const peopleSearch = searchParams({
  q: text('', 254),
  blocked: oneOf(['any', 'yes', 'no'], 'any'),
  sort: oneOf(['newest', 'oldest'], 'newest'),
  /** In addresses of before: the site, which is the frame's now. */
  pid: text('', 64),
  from: day(),
  to: day(),
  field: text('', 32),
  value: text('', 500),
  value_from: text('', 40),
  value_to: text('', 40),
  /** The key of the field that sorts; empty: the time of the sign-up. */
  order: text('', 32),
  /** The column that sorts, without a field that does; empty: the time of the sign-up. */
  by: oneOf(['', ...personColumns], ''),
  /** The keys of the fields that have columns, with spaces between. */
  columns: text('', 2000),
  cursor: text('', 600),
  /** The dialog that is open first: the command palette leads to it. */
  act: oneOf(['', 'create'], ''),
});

type Searched = Omit<typeof peopleSearch.defaults & Scope, 'act' | 'product'>;

/** The query of the call; the address has dates, the call takes times. */
const peopleQuery = ({ field, value, value_from, value_to, order, by, ...state }: Searched) => ({
  q: identityFrom(state.q),
  blocked: state.blocked === 'any' ? undefined : state.blocked === 'yes',
  pid: state.site,
  from: dayStart(state.from),
  to: dayEnd(state.to),
  cursor: state.cursor,
  ...(field === '' ? {} : { field, value, value_from, value_to }),
  ...((order === '' && by === '') || state.q.trim() !== ''
    ? {}
    : { order, by: order === '' ? by : '', descending: state.sort === 'newest' }),
  sort: state.sort,
});

/** What the list depends on: all but the dialog and the product. */
const searched = (search: typeof peopleSearch.defaults & Scope): Searched =>
  Object.fromEntries(
    Object.entries(search).filter(([name]) => name !== 'act' && name !== 'product'),
  ) as unknown as Searched;

export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...peopleSearch.route,
  beforeLoad: ({ search }) => {
    const { pid } = search;
    if (pid !== '')
      throw redirect({ to: view.path, search: { ...search, pid: '', site: pid }, replace: true });
  },
  loaderDeps: ({ search }) => searched(search),
  loader: async ({ context: { client, operator }, deps, abortController: { signal } }) => {
    const helps = hasRole(operator.role, 'support');
    const [people, changes, custom] = await Promise.all([
      client.call('listPeople', { query: peopleQuery(deps) }, signal),
      hasRole(operator.role, 'admin') ? client.call('listOpenNumberChanges', {}, signal) : undefined,
      helps ? client.call('listCustomFields', {}, signal) : undefined,
    ]);
    const fields = custom?.items.filter(({ seen_by: by }) => by.includes('staff')) ?? [];
    return { ...people, changes: changes?.items ?? [], fields };
  },
}).lazy(() => import('./list.lazy.tsx').then(found => found.route));
