/** What stands in the way of a sign-in now, and what was refused of late. */
import type { AnswerOf, ConsoleCalls } from '../client/rows.ts';
import css from '../parts/console-parts.module.css';
import { Empty, Mark, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { refusalWords } from '../problems.ts';
import { useSurroundings, useWords } from '../surroundings.ts';
import { peopleWords } from './words.ts';

export type Trouble = AnswerOf<ConsoleCalls['getSignInDiagnosis']>;
type Refusal = Trouble['refusals'][number];

export function TroubleView({ trouble }: { trouble: Trouble }) {
  const { language } = useSurroundings();
  const words = useWords(peopleWords);
  const columns: Column<Refusal>[] = [
    { key: 'at', head: words.when, render: row => <When at={row.at} /> },
    { key: 'call', head: words.tried, render: row => words.calls[row.call] ?? row.call },
    {
      key: 'refusal',
      head: words.refused,
      wide: true,
      render: row => (row.rule_required ? words.verificationAsked : refusalWords(language, row.refusal)),
    },
    { key: 'kind', head: words.byWhat, render: row => words.kindsOfIdentity[row.kind] ?? row.kind },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  return (
    <>
      <Section title={words.inTheWay}>
        {trouble.hindrances.length === 0 ? (
          <p>
            <Mark tone="good">{words.nothingHinders}</Mark>
            <br />
            {trouble.refusals.length > 0 ? words.nothingHindersHow : null}
          </p>
        ) : (
          <dl className={css.facts}>
            {trouble.hindrances.map(({ kind, until, of }) => (
              <div key={`${kind} ${of}`}>
                <dt>
                  <Mark tone={kind === 'code-wait' ? 'middling' : 'bad'}>
                    {words.hindrances[kind].what}
                    {of === null ? null : words.hindranceOf(words.kindsOfIdentity[of] ?? of)}
                  </Mark>
                </dt>
                <dd>
                  {words.hindrances[kind].next}{' '}
                  {until === null ? null : (
                    <>
                      {words.until} <When at={until} />
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Section>
      <Section title={words.refusals}>
        <Table
          label={words.refusals}
          columns={columns}
          rows={trouble.refusals}
          rowKey={(row, index) => `${row.at} ${index}`}
          empty={<Empty what={words.noRefusals} />}
        />
      </Section>
    </>
  );
}
