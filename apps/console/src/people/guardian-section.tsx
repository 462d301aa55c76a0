/** A person's age and guardian: the year and who set it, the guardianship, and what the guardian decided. */
import type { PersonDetail } from '@rollcall/contract/console';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { SecondaryButton } from '../parts/buttons.tsx';
import { DateTime, SchoolDate } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { childrenWords } from './children-words.ts';

type Guardian = NonNullable<PersonDetail['guardian']>;
type Decision = Guardian['decisions'][number];

const tones = {
  none: 'warning',
  asked: 'warning',
  refused: 'bad',
  consented: 'good',
  withdrawn: 'bad',
  ended: 'neutral',
} as const;

/** @param props.onCorrect absent where the operator may not correct the year */
export function GuardianSection({
  person: { age, guardian },
  onCorrect,
}: {
  person: PersonDetail;
  onCorrect: (() => void) | undefined;
}) {
  const { language } = useConsoleContext();
  const words = useWords(childrenWords);
  const common = useCommonWords();
  const kindsOf = (kinds: Guardian['usage']) =>
    kinds.map(kind => words.kinds[kind]).join(common.comma) || words.noKinds;
  const columns: Column<Decision>[] = [
    {
      key: 'decision',
      head: words.decision,
      wide: true,
      render: row => (
        <>
          {words.decisions[row.decision]}
          {row.usage ? `${words.colon}${kindsOf(row.usage)}` : null}{' '}
          {row.own_device ? <StatusBadge tone="warning">{words.ownDevice}</StatusBadge> : null}
        </>
      ),
    },
    { key: 'at', head: words.at, render: row => <DateTime at={row.at} /> },
    {
      key: 'agreements',
      head: words.agreements,
      wide: true,
      render: row =>
        row.agreements
          .map(({ title, version }) => common.besides(title[language], words.version(version)))
          .join(common.comma) || '—',
    },
    { key: 'phone', head: words.phone, render: row => row.phone_number },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  if (age.birth_year === null && !guardian && !onCorrect) return null;
  return (
    <Section
      title={words.section}
      action={onCorrect ? <SecondaryButton onClick={onCorrect}>{words.correct}</SecondaryButton> : null}
    >
      <DescriptionList
        columns={2}
        items={[
          [
            words.birthYear,
            `${age.birth_year ?? '—'}${age.from === null ? '' : words.from(words.sources[age.from])}`,
          ],
          ...(age.child_until === null
            ? []
            : [[words.childUntil, <SchoolDate key="until" at={age.child_until} />] as const]),
          ...(guardian
            ? [
                [
                  words.state,
                  <StatusBadge key="state" tone={tones[guardian.state]}>
                    {words.states[guardian.state]}
                  </StatusBadge>,
                ] as const,
                [words.phone, guardian.phone_number ?? '—'] as const,
                [words.usage, kindsOf(guardian.usage)] as const,
              ]
            : []),
          ...(guardian?.due_at ? [[words.due, <DateTime key="due" at={guardian.due_at} />] as const] : []),
          ...(guardian?.erase_at
            ? [[words.erase, <DateTime key="erase" at={guardian.erase_at} />] as const]
            : []),
        ]}
      />
      {guardian ? (
        <Table
          label={words.decisionsTitle}
          columns={columns}
          rows={guardian.decisions}
          rowKey={row => `${row.at} ${row.decision}`}
          empty={<EmptyState what={words.noDecisions} />}
        />
      ) : null}
    </Section>
  );
}
