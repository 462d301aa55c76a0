/** Single events as they come, and what was refused: an integrator sees here what they have just sent. */
import type { LatestEvents } from '@rollcall/contract/console';
import { useEffect, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { TextButton } from '../parts/buttons.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { TextField } from '../parts/text-field.tsx';
import filterBarCss from '../parts/filter-bar.module.css';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { timeFormat } from '../zone.ts';
import { liveWords } from './live-words.ts';
import { sourceQuery, type UsageSource } from './period.ts';
import { usageWords } from './words.ts';

/** Milliseconds between two answers. */
const REFRESH_MS = 3_000;

type Event = LatestEvents['events'][number];
type RefusedEvent = NonNullable<LatestEvents['refused']>[number];

/** Asks again and again while the tab is visible. */
function useLatest(source: UsageSource, search: string, paused: boolean) {
  const { client } = useConsoleContext();
  const [found, setFound] = useState<LatestEvents>();
  const [problem, setProblem] = useState<Refused>();
  const query = JSON.stringify({ ...sourceQuery(source), search });
  useEffect(() => {
    if (paused) return undefined;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const given = JSON.parse(query) as ReturnType<typeof sourceQuery>;
          setFound(await client.call('listLatestEvents', { query: given }, left.signal));
          setProblem(undefined);
        } catch (thrown) {
          if (left.signal.aborted) return;
          setProblem(refusedOf(thrown));
        }
      }
      timer = setTimeout(() => void ask(), REFRESH_MS);
    };
    void ask();
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [client, query, paused]);
  return { found, problem };
}

const marks = ['signed_in', 'sample', 'bot', 'dev', 'trusted'] as const;

export function LiveEvents(props: {
  source: UsageSource;
  search: string;
  onSearch: (search: string) => void;
}) {
  const { source, search, onSearch } = props;
  const words = useWords(liveWords);
  const usage = useWords(usageWords);
  const common = useCommonWords();
  const { language } = useConsoleContext();
  const [paused, setPaused] = useState(false);
  const { found, problem } = useLatest(source, search, paused);
  const clock = timeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const when = (at: number) => <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>;
  const columns: Column<Event>[] = [
    { key: 'received', head: words.received, render: row => when(row.received) },
    { key: 'key', head: words.what, wide: true, written: true, render: row => row.key },
    { key: 'kind', head: words.kind, render: row => usage.kinds[row.kind] },
    { key: 'product', head: words.product, render: row => row.product },
    {
      key: 'from',
      head: words.from,
      render: row => [row.browser, row.system ?? row.platform].filter(Boolean).join(' · ') || '—',
    },
    {
      key: 'marks',
      head: words.marks,
      render: row =>
        marks
          .filter(mark => row[mark])
          .map(mark => words.mark[mark])
          .join(common.comma) || '—',
    },
    {
      key: 'data',
      head: words.data,
      written: true,
      render: row => (row.data === null ? '—' : <code>{row.data}</code>),
    },
  ];
  const refusedColumns: Column<RefusedEvent>[] = [
    { key: 'at', head: words.received, render: row => when(row.at) },
    {
      key: 'what',
      head: words.what,
      wide: true,
      written: true,
      render: row => row.key ?? (row.batch ? words.whole : words.unknown),
    },
    { key: 'product', head: words.product, render: row => row.product ?? words.unknown },
    { key: 'why', head: words.why, render: row => <code>{row.why}</code> },
  ];
  return (
    <>
      <Section
        title={words.events}
        lead={paused ? words.stopped : words.eventsLead}
        action={
          <TextButton onClick={() => setPaused(now => !now)}>{paused ? words.goOn : words.pause}</TextButton>
        }
      >
        <div className={filterBarCss.bar}>
          <TextField
            label={words.find}
            type="search"
            name="find"
            maxLength={128}
            spellCheck={false}
            value={search}
            onChange={event => onSearch(event.target.value)}
          />
        </div>
        {problem ? <ErrorMessage problem={problem} /> : null}
        {found ? (
          <Table
            label={words.events}
            columns={columns}
            rows={found.events}
            rowKey={row => row.id}
            empty={<EmptyState what={search === '' ? words.none : words.noneFound} />}
          />
        ) : null}
      </Section>
      {found ? (
        <Section title={words.refused} lead={found.refused === null ? words.elsewhere : words.refusedLead}>
          {found.refused === null ? null : (
            <Table
              label={words.refused}
              columns={refusedColumns}
              rows={found.refused}
              rowKey={(_, at) => String(at)}
              empty={<EmptyState what={words.noneRefused} />}
            />
          )}
        </Section>
      ) : null}
    </>
  );
}
