/** Current obstacles to a sign-in, and recent refusals. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { Link } from '@tanstack/react-router';
import descriptionListCss from '../parts/description-list.module.css';
import { DateTime, formatDateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { refusalText } from '../error-texts.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { diagnosisWords, type HindranceWords } from './diagnosis-words.ts';
import { helpOf, useHelpWords } from './helps.ts';

export type Diagnosis = AnswerOf<ConsoleCalls['getSignInDiagnosis']>;
type Refusal = Diagnosis['refusals'][number];
type Hindrance = Diagnosis['hindrances'][number];

/** What does not keep, or keeps out of one way alone, the person out. */
export const passing: ReadonlySet<string> = new Set([
  'code-wait',
  'agreements-unsigned',
  'age-required',
  'moved',
  'deletion-due',
  'second-factor',
  'no-sender',
  'verification-failing',
]);

const untilWords = (hindrance: HindranceWords, otherwise: string) => hindrance.until ?? otherwise;

/** @param props.identity what was typed; undefined: an account is shown */
export function DiagnosisView({ diagnosis, identity }: { diagnosis: Diagnosis; identity?: string }) {
  const { language } = useConsoleContext();
  const words = useWords(diagnosisWords);
  const common = useCommonWords();
  const helpWords = useHelpWords();
  /** What is done on the person's page, which has its acts beside the reasons. */
  const linkOf = (hindrance: Hindrance) => {
    const act = helpOf(hindrance);
    return act === undefined || identity === undefined || diagnosis.id === null ? null : (
      <Link to="/console/people/$id" params={{ id: diagnosis.id }} search={{ act }}>
        {helpWords[act]}
      </Link>
    );
  };
  const sinceWords = (hindrance: HindranceWords, since: number) =>
    hindrance.since
      ? hindrance.since(formatDateTime(new Date(since), language, Date.now)) + common.gap
      : null;
  const columns: Column<Refusal>[] = [
    { key: 'at', head: words.when, render: row => <DateTime at={row.at} /> },
    { key: 'call', head: words.tried, render: row => words.calls[row.call] ?? row.call },
    {
      key: 'refusal',
      head: words.refused,
      wide: true,
      render: row => {
        if (row.rule_required) return words.verificationAsked;
        const why = refusalText(language, row.refusal);
        return row.rule === null ? why : words.reasonOf(words.rules[row.rule] ?? row.rule, why);
      },
    },
    { key: 'kind', head: words.byWhat, render: row => words.kindsOfIdentity[row.kind] ?? row.kind },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  return (
    <>
      <Section title={words.inTheWay}>
        {diagnosis.hindrances.length === 0 ? (
          <p>
            <StatusBadge tone="good">{words.nothingHinders}</StatusBadge>
            <br />
            {diagnosis.refusals.length > 0 ? words.nothingHindersHow : null}
          </p>
        ) : (
          <dl className={`${descriptionListCss.list} ${descriptionListCss.sentences}`}>
            {diagnosis.hindrances.map(hindrance => {
              const { kind, until, of, since, account, pids, rule, refusal, provider, stays } = hindrance;
              return (
                <div key={`${kind} ${of} ${rule} ${provider}`}>
                  <dt>
                    <StatusBadge tone={passing.has(kind) ? 'warning' : 'bad'}>
                      {words.hindrances[kind].what}
                      {of === null ? null : words.hindranceOf(words.kindsOfIdentity[of] ?? of)}
                      {provider === undefined ? null : words.hindranceOf(words.waysIn[provider])}
                      {rule === undefined || refusal !== undefined
                        ? null
                        : words.hindranceOf(words.rules[rule] ?? rule)}
                    </StatusBadge>
                  </dt>
                  <dd>
                    {since === undefined ? null : sinceWords(words.hindrances[kind], since)}
                    {stays ? words.stays[stays] : words.hindrances[kind].next}
                    {common.gap}
                    {pids ? words.sites(pids.join(common.comma)) + common.gap : null}
                    {rule && refusal
                      ? `${words.reasonOf(words.rules[rule] ?? rule, refusalText(language, refusal))}${common.gap}`
                      : null}
                    {since === undefined || words.hindrances[kind].since ? null : (
                      <>
                        {words.since} <DateTime at={since} />{' '}
                      </>
                    )}
                    {account === undefined ? null : (
                      <Link to="/console/people/$id" params={{ id: account }} search={{ cursor: '' }}>
                        {words.toAccount}
                      </Link>
                    )}
                    {kind === 'no-account' && identity ? (
                      <Link to="/console/people" search={{ q: identity }}>
                        {words.alike}
                      </Link>
                    ) : null}
                    {until === null ? null : (
                      <>
                        {untilWords(words.hindrances[kind], words.until)} <DateTime at={until} />{' '}
                      </>
                    )}
                    {linkOf(hindrance)}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
        {diagnosis.ways && diagnosis.hindrances.length > 0 ? (
          <p>
            {diagnosis.ways.length === 0
              ? words.noWay
              : words.ways(diagnosis.ways.map(way => words.waysIn[way]).join(common.comma))}
          </p>
        ) : null}
      </Section>
      <Section title={words.refusals}>
        <Table
          label={words.refusals}
          columns={columns}
          rows={diagnosis.refusals}
          rowKey={(row, index) => `${row.at} ${index}`}
          empty={<EmptyState what={words.noRefusals} />}
        />
      </Section>
    </>
  );
}
