/** What happened to a person's account, newest first, a page at a time. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { type NumberChange, type TimelineEntry, timelineKinds } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { browserName, browserNames } from '@rollcall/ui';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { refusalText } from '../error-texts.ts';
import { operatorsWords } from '../operators/words.ts';
import chipsCss from '../parts/chips.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Pager } from '../parts/pager.tsx';
import { Section } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { childrenWords } from './children-words.ts';
import { diagnosisWords } from './diagnosis-words.ts';
import { remedyWords } from './remedy-words.ts';
import { timelineWords } from './timeline-words.ts';
import { peopleWords } from './words.ts';

export type TimelinePage = AnswerOf<ConsoleCalls['getPersonTimeline']>;

/** Words of what an entry names, and what stands beside it. */
function useEntryWords(): (entry: TimelineEntry) => readonly [what: string, more: string] {
  const { language } = useConsoleContext();
  const words = useWords(timelineWords);
  const common = useCommonWords();
  const people = useWords(peopleWords);
  const operators = useWords(operatorsWords);
  const children = useWords(childrenWords);
  const diagnosis = useWords(diagnosisWords);
  const remedies = useWords(remedyWords);
  const methods: Readonly<Record<string, string>> = people.methods;
  const decisions: Readonly<Record<string, string>> = children.decisions;
  /** System and browser. */
  const device = (detail: string | null) =>
    (detail ?? '')
      .split(' · ')
      .map(part => browserName(browserNames[language], part))
      .join(' · ');
  return ({ kind, what, by, detail }) => {
    switch (kind) {
      case 'sign-in':
        return [methods[what] ?? people.unknownMethod, device(detail)];
      case 'session-end':
        return [words.ends[what] ?? '', device(detail)];
      case 'refusal': {
        const call = by === null ? '' : (diagnosis.calls[by] ?? by);
        return [
          refusalText(language, what),
          detail === null ? call : common.besides(call, diagnosis.rules[detail] ?? detail),
        ];
      }
      case 'message':
        return [what, detail === null ? words.waiting : (words.channels[detail] ?? detail)];
      case 'operator':
        return [operators.acts[what] ?? what, [by, detail].filter(Boolean).join(' · ')];
      case 'agreement':
        return [what, detail === null ? '' : children.version(Number(detail))];
      case 'created':
        return [words.site(what), ''];
      case 'guardian':
        return [decisions[what] ?? what, ''];
      case 'number-change': {
        const state = remedies.states[what as NumberChange['state']] ?? what;
        return [state, detail === null ? '' : remedies.ends[detail as NonNullable<NumberChange['ended_by']>]];
      }
      default:
        return [what, ''];
    }
  };
}

export function Timeline(props: {
  page: TimelinePage;
  cursor: string;
  /** The kind of entries that are shown; empty: all. */
  about: '' | TimelineEntry['kind'];
}) {
  const { page, cursor, about } = props;
  const common = useCommonWords();
  const words = useWords(timelineWords);
  const entryWords = useEntryWords();
  const columns: Column<TimelineEntry>[] = [
    { key: 'at', head: words.when, render: row => <DateTime at={row.at} /> },
    {
      key: 'what',
      head: words.what,
      wide: true,
      render: row => [words.kinds[row.kind], entryWords(row)[0]].filter(Boolean).join(' · '),
    },
    { key: 'more', head: words.more, wide: true, render: row => entryWords(row)[1] || '—' },
    { key: 'address', head: words.address, render: row => row.address ?? '—' },
  ];
  return (
    <Section title={words.timeline} lead={words.lead}>
      <nav className={chipsCss.chips} aria-label={words.filters}>
        {(['', ...timelineKinds] as const).map(kind => (
          <Link
            key={kind}
            to="."
            search={(now: object) => ({ ...now, about: kind, cursor: '' })}
            resetScroll={false}
            aria-current={kind === about ? 'true' : undefined}
          >
            {kind === '' ? common.all : words.kinds[kind]}
          </Link>
        ))}
      </nav>
      <Table
        label={words.timeline}
        columns={columns}
        rows={page.items}
        rowKey={(row, index) => `${row.at} ${row.kind} ${index}`}
        empty={<EmptyState what={words.empty} />}
      />
      <Pager count={page.items.length} cursor={cursor} next={page.next} />
    </Section>
  );
}
