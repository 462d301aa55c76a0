/** The page of `/console/people`, loaded when it is opened. */
import type { PersonRow } from '@rollcall/contract/console';
import { fields, identityFrom } from '@rollcall/contract';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { SecondaryButton, TextButton } from '../parts/buttons.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import { TextField, textIn } from '../parts/text-field.tsx';
import { type FilterChip, FilterForm } from '../parts/filter-form.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { saveFile } from '../charts/tabular.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { dayOf } from '../zone.ts';
import { Bulk } from './bulk.tsx';
import { CreatePerson } from './create-person.tsx';
import { peopleCsv } from './csv.ts';
import { FieldFilter } from './field-filter.tsx';
import { OpenNumberChanges } from './open-number-changes.tsx';
import { CAME, columnOf, sortOf, useFieldText, usePeopleColumns } from './people-columns.tsx';
import { remedyWords } from './remedy-words.ts';
import { ShownColumns, shownFields } from './shown-columns.tsx';
import { peopleWords } from './words.ts';

/** Whether the search was for a whole number or address, and nobody has it. */
const isUnknown = (q: string, found: readonly PersonRow[]): boolean => {
  const typed = identityFrom(q).toLowerCase();
  if (!fields.PHONE_NUMBER.test(typed) && !fields.EMAIL_ADDRESS.test(typed)) return false;
  // Of somebody under 14 both are masked, and a whole value alone finds them.
  return !found.some(one => one.child || one.phone_number === typed || one.email?.startsWith(typed));
};

const csvName = (people: string): string => `${people}-${dayOf(Date.now())}.csv`;

export const route = createLazyRoute('/shell/console/people')({ component: People });

function People() {
  const state = route.useSearch();
  const { items, next, changes, fields: custom } = route.useLoaderData();
  const { language } = useConsoleContext();
  const [creating, setCreating] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const remedies = useWords(remedyWords);
  const { operator } = route.useRouteContext();
  const navigate = route.useNavigate();
  const words = useWords(peopleWords);
  const common = useCommonWords();
  const update = (change: Partial<typeof state>) =>
    void navigate({ search: now => ({ ...now, cursor: '', ...change }) });
  const submit = (data: FormData) =>
    update({
      q: textIn(data, 'q'),
      // filters that are folded away stay
      ...(data.has('from') ? { from: textIn(data, 'from'), to: textIn(data, 'to') } : {}),
      // a chosen value is in the address already
      ...(data.has('value') ? { value: textIn(data, 'value') } : {}),
      ...(data.has('value_from')
        ? { value_from: textIn(data, 'value_from'), value_to: textIn(data, 'value_to') }
        : {}),
    });
  const whole = hasRole(operator.role, 'support');
  const searching = state.q.trim() !== '';
  const shown = shownFields(custom, state.columns);
  const narrowed =
    searching ||
    state.field !== '' ||
    state.blocked !== 'any' ||
    state.site !== '' ||
    state.from !== '' ||
    state.to !== '';
  const chips: FilterChip[] = [
    ...(state.blocked === 'any'
      ? []
      : [
          {
            name: words.state,
            value: state.blocked === 'yes' ? words.blocked : words.notBlocked,
            onRemove: () => update({ blocked: 'any' }),
          },
        ]),
    ...(state.from === ''
      ? []
      : [{ name: words.from, value: state.from, onRemove: () => update({ from: '' }) }]),
    ...(state.to === '' ? [] : [{ name: words.to, value: state.to, onRemove: () => update({ to: '' }) }]),
    ...custom
      .filter(({ key }) => key === state.field)
      .map(field => ({
        name: field.name[language],
        value: [state.value, state.value_from, state.value_to].filter(Boolean).join(' – '),
        onRemove: () => update({ field: '', value: '', value_from: '', value_to: '' }),
      })),
  ];
  const fieldText = useFieldText();
  // Who is no longer on the page is not selected any more.
  const selected = items.filter(({ id }) => ticked.has(id));
  const saveCsv = (people: readonly PersonRow[]) =>
    saveFile(
      csvName(words.people),
      peopleCsv(
        people,
        [
          words.nickname,
          words.fullname,
          words.username,
          words.phone,
          words.email,
          words.came,
          words.state,
          words.id,
        ],
        {
          state: ({ blocked_at: blocked }) => (blocked === null ? words.active : words.blocked),
          when: at => formatDateTime(new Date(at), language, Date.now),
          fields: shown.map(field => ({ field, text: row => fieldText(field, row) ?? '' })),
          nameOf: field => field.name[language],
        },
      ),
    );
  const columns = usePeopleColumns({ shown, searching, whole });
  const sortedBy = state.order || (state.by === '' ? CAME : sortOf(state.by));
  return (
    <>
      <PageHeader title={words.people} lead={words.lead}>
        {whole ? (
          <SecondaryButton onClick={() => setCreating(true)}>{remedies.create}</SecondaryButton>
        ) : null}
      </PageHeader>
      {creating || (whole && state.act === 'create') ? (
        <CreatePerson
          pid={state.site || (items[0]?.pid ?? '')}
          onClose={() => {
            setCreating(false);
            if (state.act !== '')
              void navigate({ search: now => ({ ...now, act: '' as const }), replace: true });
          }}
        />
      ) : null}
      <OpenNumberChanges changes={changes} />
      <FilterForm
        shown={[state.q, state.from, state.to, state.field, state.value, state.value_from, state.value_to]}
        chips={chips}
        onSubmit={submit}
        first={
          <>
            <div className={filterBarCss.first}>
              <TextField
                label={whole ? words.find : words.findByName}
                rule={whole ? words.findRule : words.findByNameRule}
                type="search"
                name="q"
                defaultValue={state.q}
                maxLength={254}
                spellCheck={false}
              />
            </div>
            <SecondaryButton type="submit">{common.search}</SecondaryButton>
          </>
        }
      >
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
        <TextField label={words.from} type="date" name="from" defaultValue={state.from} />
        <TextField label={words.to} type="date" name="to" defaultValue={state.to} />
        {custom.length === 0 ? null : <FieldFilter fields={custom} state={state} onChange={update} />}
      </FilterForm>
      {custom.length === 0 ? null : (
        <ShownColumns fields={custom} shown={shown} onChange={chosen => update({ columns: chosen })} />
      )}
      <Bulk people={selected} onCsv={() => saveCsv(selected)} onClear={() => setTicked(new Set())} />
      {items.length > 0 && isUnknown(state.q, items) ? <output>{words.alike}</output> : null}
      <Table
        label={words.people}
        columns={columns}
        rows={items}
        rowKey={row => row.id}
        {...(whole
          ? { selected: ticked, onSelect: setTicked, nameOf: (row: PersonRow) => row.nickname }
          : {})}
        sorted={{ by: sortedBy, descending: state.sort === 'newest' }}
        onSort={({ by, descending }) =>
          update({
            by: columnOf(by) ?? '',
            order: by === CAME || columnOf(by) ? '' : by,
            // names begin with the first
            sort: descending && (by === sortedBy || !columnOf(by)) ? 'newest' : 'oldest',
          })
        }
        empty={
          narrowed || state.cursor !== '' ? (
            <EmptyState what={words.emptySearch} how={words.emptySearchHow} />
          ) : (
            <EmptyState what={words.empty} how={words.emptyHow} />
          )
        }
      />
      {items.length === 0 ? null : <TextButton onClick={() => saveCsv(items)}>{common.download}</TextButton>}
      <Pager count={items.length} cursor={state.cursor} next={next} />
    </>
  );
}
