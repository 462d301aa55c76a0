/** `/console/people/ID`: one person, and what an operator may do for them. */
import type { PersonDetail, PersonSession } from '@rollcall/contract/console';
import { createRoute, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Plain, Quiet } from '../parts/buttons.tsx';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Field } from '../parts/field.tsx';
import { Empty, Facts, Mark, PageHead, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { includes } from '../session/me.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { TroubleView } from './trouble-view.tsx';
import { peopleWords } from './words.ts';

export const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/people/$id',
  loader: async ({ context, params: { id }, abortController: { signal } }) => {
    const helps = includes(context.operator.role, 'support');
    const [person, trouble] = await Promise.all([
      context.client.ask('getPerson', { query: { id } }, signal),
      helps ? context.client.ask('getSignInDiagnosis', { query: { id } }, signal) : undefined,
    ]);
    return { person, trouble };
  },
  component: Person,
});

type Asked = 'block' | 'unblock' | 'end-all' | PersonSession;

/** The question before something is done to somebody. */
function Question(props: { person: PersonDetail; asked: Asked; onClose: () => void }) {
  const { person, asked, onClose } = props;
  const { client } = useSurroundings();
  const words = useWords(peopleWords);
  const router = useRouter();
  const [missing, setMissing] = useState(false);
  const { id, nickname } = person;
  if (asked === 'block')
    return (
      <Confirm
        title={words.block}
        text={words.blockText(nickname)}
        label={words.block}
        busy={words.blocking}
        onClose={onClose}
        check={data => {
          const empty = String(data.get('reason') ?? '').trim() === '';
          setMissing(empty);
          return !empty;
        }}
        act={async (data, signal) => {
          await client.ask('blockPerson', { body: { id, reason: String(data.get('reason')) } }, signal);
          await router.invalidate();
        }}
      >
        <Field
          label={words.reason}
          rule={words.reasonRule}
          mistake={missing ? words.reasonMissing : undefined}
        >
          {control => (
            <textarea {...control} name="reason" maxLength={500} onInput={() => setMissing(false)} />
          )}
        </Field>
      </Confirm>
    );
  if (asked === 'unblock')
    return (
      <Confirm
        title={words.unblock}
        text={words.unblockText(nickname)}
        label={words.unblock}
        busy={words.unblocking}
        onClose={onClose}
        act={async (_, signal) => {
          await client.ask('unblockPerson', { body: { id } }, signal);
          await router.invalidate();
        }}
      />
    );
  if (asked === 'end-all')
    return (
      <Confirm
        title={words.endAll}
        text={words.endAllText(person.sessions.length)}
        label={words.endAll}
        busy={words.ending}
        onClose={onClose}
        act={async (_, signal) => {
          await client.ask('endPersonSessions', { body: { id } }, signal);
          await router.invalidate();
        }}
      />
    );
  return (
    <Confirm
      title={words.endOne}
      text={words.endOneText}
      label={words.endOne}
      busy={words.ending}
      onClose={onClose}
      act={async (_, signal) => {
        await client.ask('endPersonSession', { body: { id, session_id: asked.id } }, signal);
        await router.invalidate();
      }}
    />
  );
}

function Person() {
  const common = useCommon();
  const { person, trouble } = personRoute.useLoaderData();
  const { operator } = personRoute.useRouteContext();
  const { language } = useSurroundings();
  const words = useWords(peopleWords);
  const [asked, setAsked] = useState<Asked>();
  const helps = includes(operator.role, 'support');
  const sessions: Column<PersonSession>[] = [
    {
      key: 'device',
      head: words.device,
      wide: true,
      render: row => [words.kinds[row.kind], row.system, row.browser].filter(Boolean).join(' · '),
    },
    { key: 'address', head: words.address, render: row => row.address },
    { key: 'used', head: words.lastUsed, render: row => <When at={row.last_used_at} /> },
    { key: 'begun', head: words.begun, render: row => <When at={row.created_at} /> },
    ...(helps
      ? [
          {
            key: 'end',
            head: common.actions,
            render: (row: PersonSession) => <Plain onClick={() => setAsked(row)}>{words.end}</Plain>,
          },
        ]
      : []),
  ];
  const signatures: Column<PersonDetail['signatures'][number]>[] = [
    { key: 'title', head: words.agreement, wide: true, render: row => row.title[language] },
    { key: 'version', head: words.version, figure: true, render: row => row.version },
    { key: 'at', head: words.signedAt, render: row => <When at={row.signed_at} /> },
    { key: 'address', head: words.address, render: row => row.address },
  ];
  return (
    <>
      <PageHead
        title={person.nickname}
        lead={
          person.blocked ? <Mark tone="bad">{words.blocked}</Mark> : <Mark tone="good">{words.active}</Mark>
        }
      >
        {helps ? (
          <>
            <Link to="/console/data" search={{ subject: person.id, cursor: '' }}>
              {words.data}
            </Link>
            <Quiet onClick={() => setAsked(person.blocked ? 'unblock' : 'block')}>
              {person.blocked ? words.unblock : words.block}
            </Quiet>
          </>
        ) : null}
      </PageHead>
      {person.blocked ? (
        <div className={css.told}>
          <p>
            <strong>{words.blocked}</strong> <When at={person.blocked.at} />{' '}
            {person.blocked.by ? words.blockedBy(person.blocked.by) : null}
            <br />
            {person.blocked.reason}
          </p>
        </div>
      ) : null}
      <div className={css.folded}>
        <Section title={words.identity}>
          <Facts
            facts={[
              [words.phone, person.phone_number ?? '—'],
              [words.email, person.email ?? '—'],
              [words.username, person.username ?? '—'],
              [words.fullname, person.fullname ?? '—'],
              [
                words.password,
                person.has_password ? (
                  <>
                    {words.passwordSet} <When at={person.password_set_at} otherwise="" />
                  </>
                ) : (
                  words.passwordNot
                ),
              ],
              [
                words.bound,
                person.bindings.length === 0
                  ? '—'
                  : person.bindings.map(({ provider }) => words.providers[provider] ?? provider).join(', '),
              ],
              [words.came, <When key="came" at={person.created_at} />],
              ...(person.deletion_due_at === null
                ? []
                : [[words.deletion, <When key="due" at={person.deletion_due_at} />] as const]),
              [words.site, person.pid],
              [
                words.id,
                <code key="id" className={css.figuresFont}>
                  {person.id}
                </code>,
              ],
            ]}
          />
        </Section>
      </div>
      <Section
        title={words.sessions}
        action={
          helps && person.sessions.length > 1 ? (
            <Quiet onClick={() => setAsked('end-all')}>{words.endAll}</Quiet>
          ) : null
        }
      >
        <Table
          label={words.sessions}
          columns={sessions}
          rows={person.sessions}
          rowKey={row => row.id}
          empty={<Empty what={words.noSessions} how={words.noSessionsHow} />}
        />
      </Section>
      <Section title={words.signatures}>
        <Table
          label={words.signatures}
          columns={signatures}
          rows={person.signatures}
          rowKey={row => `${row.agreement_id} ${row.signed_at}`}
          empty={<Empty what={words.noSignatures} />}
        />
      </Section>
      {trouble ? <TroubleView trouble={trouble} /> : null}
      {asked ? <Question person={person} asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
