/** The page of `/console/account`, loaded when it is opened. */
import type { OperatorSession } from '@rollcall/contract/console';
import { browserName, browserNames } from '@rollcall/ui';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import formCss from '../parts/form.module.css';
import { DateTime } from '../parts/date-time.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Columns, Table } from '../parts/table.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { useMutate, useReload } from '../mutate.ts';
import { NewPasswordForm } from './new-password.tsx';
import { OwnSecondFactors } from './own-second-factors.tsx';
import { sessionWords } from './words.ts';

export const route = createLazyRoute('/shell/console/account')({ component: Account });

function Account() {
  const common = useCommonWords();
  const { operator } = route.useRouteContext();
  const { sessions, factors } = route.useLoaderData();
  const { client, language } = useConsoleContext();
  const words = useWords(sessionWords);
  const mutate = useMutate();
  const reload = useReload();
  const change = useTask();
  const ending = useTask();
  const [changed, setChanged] = useState(0);
  const columns: Columns<OperatorSession> = [
    {
      key: 'device',
      head: words.device,
      wide: true,
      render: row => (
        <>
          {[browserName(browserNames[language], row.browser), row.system].filter(Boolean).join(' · ') ||
            words.otherDevice}{' '}
          {row.current ? <StatusBadge tone="good">{words.thisSession}</StatusBadge> : null}
        </>
      ),
    },
    { key: 'address', head: words.address, render: row => row.address },
    { key: 'used', head: words.lastUsed, render: row => <DateTime at={row.last_used_at} /> },
    { key: 'begun', head: words.begun, render: row => <DateTime at={row.created_at} /> },
    { key: 'ends', head: words.ends, render: row => <DateTime at={row.expires_at} /> },
    sessions.length > 1 && {
      key: 'end',
      head: common.actions,
      render: row =>
        row.current ? null : (
          <TextButton
            onClick={() =>
              ending.run(async signal => {
                await mutate('endOwnSession', { body: { id: row.id } }, signal);
              })
            }
          >
            {words.end}
          </TextButton>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={words.account}
        lead={`${operator.name} · ${words.roles[operator.role]} · ${words.roleWhat[operator.role]}`}
      />
      <OwnSecondFactors factors={factors} />
      <Section
        title={words.sessions}
        lead={words.sessionsLead}
        action={
          sessions.length > 1 ? (
            <SecondaryButton
              onClick={() =>
                ending.run(async signal => {
                  await mutate('endOwnOtherSessions', {}, signal);
                })
              }
            >
              {words.endOthers}
            </SecondaryButton>
          ) : null
        }
      >
        {ending.problem ? <ErrorMessage problem={ending.problem} /> : null}
        <Table label={words.sessions} columns={columns} rows={sessions} rowKey={row => row.id} />
      </Section>
      <Section title={words.change} lead={words.changeLead}>
        <NewPasswordForm
          key={changed}
          extraField="old"
          known={operator.name}
          task={change}
          label={words.change}
          busy={words.changing}
          secondary
          send={({ oldPassword, password }) =>
            change.run(async signal => {
              await client.call(
                'changeOperatorPassword',
                { body: { old_password: oldPassword, password } },
                signal,
              );
              setChanged(times => times + 1);
              await reload();
            })
          }
        />
        <p aria-live="polite" className={formCss.done}>
          {changed > 0 ? words.changed : null}
        </p>
      </Section>
    </>
  );
}
