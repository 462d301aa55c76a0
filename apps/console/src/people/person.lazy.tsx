/** The page of `/console/people/$id`, loaded when it is opened. */
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import type { PersonDetail, PersonSession } from '@rollcall/contract/console';
import { browserName, browserNames } from '@rollcall/ui';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import noticeCss from '../parts/notice.module.css';
import textCss from '../parts/text.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, type Columns, Table } from '../parts/table.tsx';
import { hasRole } from '../session/current-operator.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { ClosedChild, isClosed } from './closed-child.tsx';
import { CopiedId } from '../parts/copied-id.tsx';
import { SignInState } from './sign-in-state.tsx';
import { DiagnosisView } from './diagnosis-view.tsx';
import { Details } from './edit-details.tsx';
import { GuardianSection } from './guardian-section.tsx';
import { type OpenDialog, PersonDialog } from './person-dialog.tsx';
import { isReachable, Remedies } from './remedies.tsx';
import { Timeline, type TimelinePage } from './timeline.tsx';
import { peopleWords } from './words.ts';

type Diagnosis = AnswerOf<ConsoleCalls['getSignInDiagnosis']>;

export const route = createLazyRoute('/shell/console/people/$id')({ component: PersonPage });

function PersonPage() {
  const { person, diagnosis, timeline, custom } = route.useLoaderData();
  if (isClosed(person)) return <ClosedChild id={person.closed} />;
  return (
    <Person
      person={person}
      diagnosis={diagnosis && !isClosed(diagnosis) ? diagnosis : undefined}
      timeline={timeline && !isClosed(timeline) ? timeline : undefined}
      custom={custom}
    />
  );
}

function Person(props: {
  person: PersonDetail;
  diagnosis: Diagnosis | undefined;
  timeline: TimelinePage | undefined;
  custom: AnswerOf<ConsoleCalls['listCustomFields']> | undefined;
}) {
  const { person, diagnosis, timeline, custom } = props;
  const { cursor, act, about } = route.useSearch();
  const navigate = route.useNavigate();
  const common = useCommonWords();
  const { operator } = route.useRouteContext();
  const { language } = useConsoleContext();
  const words = useWords(peopleWords);
  const [dialog, setDialog] = useState<OpenDialog>();
  const helps = hasRole(operator.role, 'support');
  // What does not fit the person's state has no dialog.
  const fits = {
    block: !person.blocked,
    unblock: person.blocked !== null,
    'end-all': person.sessions.length > 0,
  };
  const first =
    helps && (act === 'block' || act === 'unblock' || act === 'end-all') && fits[act] ? act : undefined;
  const open = dialog ?? first;
  const forget = () => void navigate({ search: now => ({ ...now, act: '' }), replace: true });
  const sessions: Columns<PersonSession> = [
    {
      key: 'device',
      head: words.device,
      wide: true,
      render: row =>
        [words.kinds[row.kind], row.system, browserName(browserNames[language], row.browser)]
          .filter(Boolean)
          .join(' · '),
    },
    {
      key: 'method',
      head: words.method,
      render: row => (row.method === null ? words.unknownMethod : words.methods[row.method]),
    },
    {
      key: 'client',
      head: words.client,
      render: row => [row.platform, row.product, row.sdk].filter(Boolean).join(' · ') || '—',
    },
    { key: 'address', head: words.address, render: row => row.address },
    { key: 'used', head: words.lastUsed, render: row => <DateTime at={row.last_used_at} /> },
    { key: 'begun', head: words.begun, render: row => <DateTime at={row.created_at} /> },
    helps && {
      key: 'end',
      head: common.actions,
      render: row => <TextButton onClick={() => setDialog(row)}>{words.end}</TextButton>,
    },
  ];
  const signatures: Column<PersonDetail['signatures'][number]>[] = [
    { key: 'title', head: words.agreement, wide: true, render: row => row.title[language] },
    { key: 'version', head: words.version, numeric: true, render: row => row.version },
    { key: 'at', head: words.signedAt, render: row => <DateTime at={row.signed_at} /> },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  return (
    <>
      <PageHeader
        title={person.nickname}
        lead={
          <>
            {person.blocked ? (
              <StatusBadge tone="bad">{words.blocked}</StatusBadge>
            ) : (
              <StatusBadge tone="good">{words.active}</StatusBadge>
            )}
            {person.sample ? <StatusBadge tone="neutral">{words.sample}</StatusBadge> : null}{' '}
            {[person.fullname, person.phone_number].filter(Boolean).join(' · ')} <CopiedId id={person.id} />
          </>
        }
      >
        {helps ? (
          <>
            <Link to="/console/data" search={{ subject: person.id, cursor: '' }}>
              {words.data}
            </Link>
            {hasRole(operator.role, 'admin') && person.second_factors.length > 0 ? (
              <SecondaryButton onClick={() => setDialog('reset-factor')}>{words.resetFactor}</SecondaryButton>
            ) : null}
            <SecondaryButton onClick={() => setDialog(person.blocked ? 'unblock' : 'block')}>
              {person.blocked ? words.unblock : words.block}
            </SecondaryButton>
          </>
        ) : null}
      </PageHeader>
      {diagnosis ? <SignInState diagnosis={diagnosis} reachable={isReachable(person)} /> : null}
      {person.blocked ? (
        <div className={noticeCss.error}>
          <p>
            <strong>{words.blocked}</strong> <DateTime at={person.blocked.at} />{' '}
            {person.blocked.by ? words.blockedBy(person.blocked.by) : null}
            <br />
            {person.blocked.reason}
          </p>
        </div>
      ) : null}
      <Section title={words.identity}>
        <DescriptionList
          columns={2}
          items={[
            [words.phone, person.phone_number ?? '—'],
            [words.email, person.email ?? '—'],
            [words.username, person.username ?? '—'],
            [words.fullname, person.fullname ?? '—'],
            [
              words.password,
              person.has_password ? (
                <>
                  {words.passwordSet} <DateTime at={person.password_set_at} fallback="" />
                </>
              ) : (
                words.passwordNot
              ),
            ],
            [
              words.bound,
              person.bindings.length === 0
                ? '—'
                : person.bindings
                    .map(({ provider }) => words.providers[provider] ?? provider)
                    .join(common.comma),
            ],
            [
              words.secondFactor,
              person.second_factors.length === 0 ? (
                words.secondFactorNot
              ) : (
                <>
                  {person.second_factors.map(({ kind, created_at: at }) => (
                    <span key={`${kind} ${at}`} className={textCss.line}>
                      {words.factorSince(words.factors[kind])} <DateTime at={at} />
                    </span>
                  ))}
                  {person.second_factor_asked ? null : words.factorsNotAsked}
                </>
              ),
            ],
            [words.came, <DateTime key="came" at={person.created_at} />],
            ...(person.deletion_due_at === null
              ? []
              : [[words.deletion, <DateTime key="due" at={person.deletion_due_at} />] as const]),
            [words.site, person.pid],
          ]}
        />
      </Section>
      {custom ? (
        <Details
          person={person}
          fields={custom.items.filter(({ seen_by: by }) => by.includes('staff'))}
          grades={custom.grades}
        />
      ) : null}
      <GuardianSection
        person={person}
        onCorrect={hasRole(operator.role, 'admin') ? () => setDialog('birth-year') : undefined}
      />
      {helps ? (
        <Remedies
          person={person}
          operator={operator}
          first={act === 'link' || act === 'clear' || act === 'keep' ? act : undefined}
          onClose={forget}
        />
      ) : null}
      {diagnosis ? <DiagnosisView diagnosis={diagnosis} /> : null}
      <Section
        title={words.sessions}
        action={
          helps && person.sessions.length > 1 ? (
            <SecondaryButton onClick={() => setDialog('end-all')}>{words.endAll}</SecondaryButton>
          ) : null
        }
      >
        <Table
          label={words.sessions}
          columns={sessions}
          rows={person.sessions}
          rowKey={row => row.id}
          empty={<EmptyState what={words.noSessions} how={words.noSessionsHow} />}
        />
      </Section>
      <Section title={words.signatures}>
        <Table
          label={words.signatures}
          columns={signatures}
          rows={person.signatures}
          rowKey={row => `${row.agreement_id} ${row.signed_at}`}
          empty={<EmptyState what={words.noSignatures} />}
        />
      </Section>
      {timeline ? <Timeline page={timeline} cursor={cursor} about={about} /> : null}
      {open ? (
        <PersonDialog
          person={person}
          dialog={open}
          onClose={() => {
            setDialog(undefined);
            if (act !== '') forget();
          }}
        />
      ) : null}
    </>
  );
}
