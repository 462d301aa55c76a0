/** `/console/people`: searches people, a page at a time. */
import type { PersonRow } from '@rollcall/contract/console';
import { fields, identityFrom } from '@rollcall/contract';
import { createRoute, Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { searchParams, day, oneOf, text } from '../search-params/search-params.ts';
import { dayEnd, dayStart } from '../zone.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import { Field } from '../parts/field.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { valueText } from '../custom-fields/rule-text.ts';
import { childrenWords } from './children-words.ts';
import { CreatePerson } from './create-person.tsx';
import { FieldFilter } from './field-filter.tsx';
import { OpenNumberChanges } from './open-number-changes.tsx';
import { remedyWords } from './remedy-words.ts';
import { ShownColumns, shownFields } from './shown-columns.tsx';
import { peopleWords } from './words.ts';
import { view } from './list.view.ts';

const peopleSearch = searchParams({
  q: text('', 254),
  blocked: oneOf(['any', 'yes', 'no'], 'any'),
  sort: oneOf(['newest', 'oldest'], 'newest'),
  pid: text('', 64),
  from: day(),
  to: day(),
  field: text('', 32),
  value: text('', 500),
  value_from: text('', 40),
  value_to: text('', 40),
  /** The key of the field that sorts; empty: the time of the sign-up. */
  order: text('', 32),
  /** The keys of the fields that have columns, with spaces between. */
  columns: text('', 2000),
  cursor: text('', 600),
  /** The dialog that is open first: the command palette leads to it. */
  act: oneOf(['', 'create'], ''),
});

/** The column of the sign-up among those that sort, whose other names are keys of fields. */
const CAME = '';

/** The query of the call; the address has dates, the call takes times. */
const peopleQuery = (state: Omit<typeof peopleSearch.defaults, 'act'>) => {
  const from = dayStart(state.from);
  const to = dayEnd(state.to);
  return {
    ...(state.q.trim() === '' ? {} : { q: identityFrom(state.q) }),
    ...(state.blocked === 'any' ? {} : { blocked: state.blocked === 'yes' }),
    ...(state.pid === '' ? {} : { pid: state.pid }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(state.cursor === '' ? {} : { cursor: state.cursor }),
    ...(state.field === ''
      ? {}
      : {
          field: state.field,
          ...(state.value === '' ? {} : { value: state.value }),
          ...(state.value_from === '' ? {} : { value_from: state.value_from }),
          ...(state.value_to === '' ? {} : { value_to: state.value_to }),
        }),
    ...(state.order === '' || state.q.trim() !== ''
      ? {}
      : { order: state.order, descending: state.sort === 'newest' }),
    sort: state.sort,
  };
};

/** Whether the search was for a whole number or address, and nobody has it. */
const isUnknown = (q: string, found: readonly PersonRow[]): boolean => {
  const typed = identityFrom(q).toLowerCase();
  if (!fields.PHONE_NUMBER.test(typed) && !fields.EMAIL_ADDRESS.test(typed)) return false;
  // Of somebody under 14 both are masked, and a whole value alone finds them.
  return !found.some(one => one.child || one.phone_number === typed || one.email?.startsWith(typed));
};

export const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  ...peopleSearch.route,
  loaderDeps: ({ search: { act: _, ...search } }) => search,
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
  component: People,
});

function People() {
  const state = peopleRoute.useSearch();
  const { items, next, changes, fields: custom } = peopleRoute.useLoaderData();
  const { language } = useConsoleContext();
  const [creating, setCreating] = useState(false);
  const remedies = useWords(remedyWords);
  const { operator } = peopleRoute.useRouteContext();
  const navigate = peopleRoute.useNavigate();
  const words = useWords(peopleWords);
  const children = useWords(childrenWords);
  const common = useCommonWords();
  const update = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => String(data.get(name) ?? '').trim();
    update({
      q: read('q'),
      pid: read('pid'),
      from: read('from'),
      to: read('to'),
      // a chosen value is in the address already
      ...(data.has('value') ? { value: read('value') } : {}),
      ...(data.has('value_from') ? { value_from: read('value_from'), value_to: read('value_to') } : {}),
    });
  };
  const whole = hasRole(operator.role, 'support');
  const searching = state.q.trim() !== '';
  const shown = shownFields(custom, state.columns);
  const narrowed =
    searching ||
    state.field !== '' ||
    state.blocked !== 'any' ||
    state.pid !== '' ||
    state.from !== '' ||
    state.to !== '';
  const columns: Column<PersonRow, string>[] = [
    {
      key: 'nickname',
      head: words.nickname,
      written: true,
      render: row => (
        <>
          <Link to="/console/people/$id" params={{ id: row.id }}>
            {row.nickname}
          </Link>{' '}
          {row.child ? <StatusBadge tone="neutral">{children.child}</StatusBadge> : null}{' '}
          {row.sample ? <StatusBadge tone="neutral">{words.sample}</StatusBadge> : null}
        </>
      ),
    },
    { key: 'fullname', head: words.fullname, render: row => row.fullname ?? '—', written: true },
    { key: 'username', head: words.username, render: row => row.username ?? '—', written: true },
    { key: 'phone', head: words.phone, render: row => row.phone_number ?? '—' },
    { key: 'email', head: words.email, render: row => row.email ?? '—', written: true },
    ...shown.map(field => ({
      key: `field ${field.key}`,
      head: field.name[language],
      written: true,
      render: (row: PersonRow) =>
        valueText(field, row.fields[field.key], {
          language,
          yes: common.yes,
          no: common.no,
          comma: common.comma,
        }) ?? '—',
      ...(searching || field.rule.type === 'choices' ? {} : { sort: field.key }),
    })),
    {
      key: 'came',
      head: words.came,
      render: row => <DateTime at={row.created_at} />,
      ...(searching ? {} : { sort: CAME }),
    },
    {
      key: 'state',
      head: words.state,
      render: row =>
        row.blocked_at === null ? (
          <StatusBadge tone="good">{words.active}</StatusBadge>
        ) : (
          <StatusBadge tone="bad">{words.blocked}</StatusBadge>
        ),
    },
  ];
  return (
    <>
      <PageHeader title={words.people} lead={words.lead}>
        {whole ? (
          <SecondaryButton onClick={() => setCreating(true)}>{remedies.create}</SecondaryButton>
        ) : null}
      </PageHeader>
      {creating || (whole && state.act === 'create') ? (
        <CreatePerson
          pid={items[0]?.pid ?? ''}
          onClose={() => {
            setCreating(false);
            if (state.act !== '')
              void navigate({ search: now => ({ ...now, act: '' as const }), replace: true });
          }}
        />
      ) : null}
      <OpenNumberChanges changes={changes} />
      <search>
        <form
          // a new key resets the inputs when a link changes the search
          key={[state.q, state.pid, state.from, state.to, state.field, state.value].join(' ')}
          className={filterBarCss.bar}
          onSubmit={submit}
        >
          <div className={filterBarCss.first}>
            <SearchField
              label={whole ? words.find : words.findByName}
              rule={whole ? words.findRule : words.findByNameRule}
              name="q"
              value={state.q}
              maxLength={254}
            />
          </div>
          <SecondaryButton type="submit">{common.search}</SecondaryButton>
          <SelectField
            label={words.state}
            value={state.blocked}
            options={[
              ['any', words.anyState],
              ['no', words.notBlocked],
              ['yes', words.blocked],
            ]}
            onSelect={blocked => update({ blocked })}
          />
          <Field label={words.from}>
            {control => <input {...control} type="date" name="from" defaultValue={state.from} />}
          </Field>
          <Field label={words.to}>
            {control => <input {...control} type="date" name="to" defaultValue={state.to} />}
          </Field>
          <Field label={words.site} optional>
            {control => <input {...control} name="pid" defaultValue={state.pid} maxLength={64} />}
          </Field>
          {custom.length === 0 ? null : <FieldFilter fields={custom} state={state} onChange={update} />}
        </form>
      </search>
      {custom.length === 0 ? null : (
        <ShownColumns fields={custom} shown={shown} onChange={chosen => update({ columns: chosen })} />
      )}
      {items.length > 0 && isUnknown(state.q, items) ? <output>{words.alike}</output> : null}
      <Table
        label={words.people}
        columns={columns}
        rows={items}
        rowKey={row => row.id}
        sorted={{ by: state.order || CAME, descending: state.sort === 'newest' }}
        onSort={({ by, descending }) =>
          update({ order: by === CAME ? '' : by, sort: descending ? 'newest' : 'oldest' })
        }
        empty={
          narrowed || state.cursor !== '' ? (
            <EmptyState what={words.emptySearch} how={words.emptySearchHow} />
          ) : (
            <EmptyState what={words.empty} how={words.emptyHow} />
          )
        }
      />
      <Pager count={items.length} cursor={state.cursor} next={next} />
    </>
  );
}
