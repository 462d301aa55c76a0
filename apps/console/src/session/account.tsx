/** `/console/account`: one's own password and sessions. */
import type { OperatorSession } from '@rollcall/contract/console';
import { createRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Plain, Quiet } from '../parts/buttons.tsx';
import css from '../parts/console-parts.module.css';
import { Mark, PageHead, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Told } from '../parts/told.tsx';
import { useWork } from '../parts/work.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { NewPasswordForm } from './new-password.tsx';
import { sessionWords } from './words.ts';

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/account',
  loader: ({ context, abortController }) => context.client.ask('listOwnSessions', {}, abortController.signal),
  component: Account,
});

function Account() {
  const common = useCommon();
  const { operator } = accountRoute.useRouteContext();
  const sessions = accountRoute.useLoaderData();
  const { client } = useSurroundings();
  const words = useWords(sessionWords);
  const router = useRouter();
  const change = useWork();
  const ending = useWork();
  const [changed, setChanged] = useState(0);
  const columns: Column<OperatorSession>[] = [
    {
      key: 'device',
      head: words.device,
      wide: true,
      render: row => (
        <>
          {[row.browser, row.system].filter(Boolean).join(' · ') || words.otherDevice}{' '}
          {row.current ? <Mark tone="good">{words.thisSession}</Mark> : null}
        </>
      ),
    },
    { key: 'address', head: words.address, render: row => row.address },
    { key: 'used', head: words.lastUsed, render: row => <When at={row.last_used_at} /> },
    { key: 'begun', head: words.begun, render: row => <When at={row.created_at} /> },
    { key: 'ends', head: words.ends, render: row => <When at={row.expires_at} /> },
    {
      key: 'end',
      head: common.actions,
      render: row =>
        row.current ? null : (
          <Plain
            onClick={() =>
              ending.run(async signal => {
                await client.ask('endOwnSession', { body: { id: row.id } }, signal);
                await router.invalidate();
              })
            }
          >
            {words.end}
          </Plain>
        ),
    },
  ];
  return (
    <>
      <PageHead
        title={words.account}
        lead={`${operator.name} · ${words.roles[operator.role]} · ${words.roleWhat[operator.role]}`}
      />
      <Section
        title={words.sessions}
        lead={words.sessionsLead}
        action={
          sessions.length > 1 ? (
            <Quiet
              onClick={() =>
                ending.run(async signal => {
                  await client.ask('endOwnOtherSessions', {}, signal);
                  await router.invalidate();
                })
              }
            >
              {words.endOthers}
            </Quiet>
          ) : null
        }
      >
        {ending.refused ? <Told refused={ending.refused} /> : null}
        <Table label={words.sessions} columns={columns} rows={sessions} rowKey={row => row.id} />
      </Section>
      <Section title={words.change} lead={words.changeLead}>
        <NewPasswordForm
          key={changed}
          asks="old"
          known={operator.name}
          work={change}
          label={words.change}
          busy={words.changing}
          quiet
          send={({ oldPassword, password }) =>
            change.run(async signal => {
              await client.ask(
                'changeOperatorPassword',
                { body: { old_password: oldPassword, password } },
                signal,
              );
              setChanged(times => times + 1);
              await router.invalidate();
            })
          }
        />
        <p aria-live="polite" className={css.slow}>
          {changed > 0 ? words.changed : null}
        </p>
      </Section>
    </>
  );
}
