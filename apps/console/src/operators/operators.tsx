/** `/console/operators`: the operators with their roles, and open invitations. */
import type { Invitation, OperatorRow } from '@rollcall/contract/console';
import { createRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Role, roles } from '../client/calls.ts';
import { TextButton, SecondaryButton } from '../parts/buttons.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import choicesCss from '../parts/choices.module.css';
import formCss from '../parts/form.module.css';
import textCss from '../parts/text.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { DateTime } from '../parts/date-time.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Column, RowActions, Table } from '../parts/table.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useTask } from '../parts/task.ts';
import { sessionWords } from '../session/words.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { operatorsWords } from './words.ts';
import { view } from './operators.view.ts';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: view.path,
  staticData: { view },
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [operators, invitations] = await Promise.all([
      client.call('listOperators', {}, signal),
      client.call('listInvitations', {}, signal),
    ]);
    return { operators, invitations };
  },
  component: Operators,
});

function RoleChoice({ initial }: { initial: Role }) {
  const session = useWords(sessionWords);
  const words = useWords(operatorsWords);
  return (
    <fieldset className={choicesCss.choices}>
      <legend>{words.role}</legend>
      {roles.map(role => (
        <label key={role} className={choicesCss.tick} htmlFor={`role-${role}`}>
          <input
            id={`role-${role}`}
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === initial}
          />
          <span>
            {session.roles[role]}
            <br />
            <small>{session.roleWhat[role]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
const chosenRole = (data: FormData): Role => roles.find(role => role === data.get('role')) ?? 'viewer';

/** Shows an invitation or password link; the server does not give it again. */
function LinkDialog({ link, until, onClose }: { link: string; until: number; onClose: () => void }) {
  const words = useWords(operatorsWords);
  const common = useCommonWords();
  const { language } = useConsoleContext();
  const [copied, setCopied] = useState(false);
  const whole = new URL(link, location.origin).href;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(until);
  return (
    <Dialog title={words.link} onClose={onClose}>
      <p>{words.linkText(time)}</p>
      <code className={textCss.secret}>{whole}</code>
      <div className={formCss.foot}>
        <SecondaryButton
          onClick={() => {
            navigator.clipboard.writeText(whole).then(
              () => setCopied(true),
              // without permission for the clipboard, the link can be selected by hand
              () => setCopied(false),
            );
          }}
        >
          {common.copy}
        </SecondaryButton>
        <SecondaryButton onClick={onClose}>{common.close}</SecondaryButton>
        <span aria-live="polite">{copied ? common.copied : null}</span>
      </div>
    </Dialog>
  );
}

type OpenDialog =
  | { readonly what: 'invite' }
  | { readonly what: 'role' | 'disable' | 'enable' | 'password' | 'reset'; readonly operator: OperatorRow }
  | { readonly what: 'link'; readonly link: string; readonly until: number };

function ActionDialog({
  dialog,
  onChange,
}: {
  dialog: OpenDialog;
  onChange: (next: OpenDialog | undefined) => void;
}) {
  const { client } = useConsoleContext();
  const words = useWords(operatorsWords);
  const router = useRouter();
  const close = () => onChange(undefined);
  const show = (made: { link: string; expires_at: number }) =>
    onChange({ what: 'link', link: made.link, until: made.expires_at });
  if (dialog.what === 'link') return <LinkDialog link={dialog.link} until={dialog.until} onClose={close} />;
  if (dialog.what === 'invite')
    return (
      <ConfirmDialog
        key="invite"
        title={words.invite}
        text={words.inviteText}
        label={words.invite}
        busy={words.inviting}
        onClose={close}
        onDone={show}
        onConfirm={async (data, signal) => {
          const link = await client.call('inviteOperator', { body: { role: chosenRole(data) } }, signal);
          void router.invalidate();
          return link;
        }}
      >
        <RoleChoice initial="viewer" />
      </ConfirmDialog>
    );
  const { id, name, role } = dialog.operator;
  if (dialog.what === 'password')
    return (
      <ConfirmDialog
        key="password"
        title={words.passwordLink}
        text={words.passwordLinkText(name)}
        label={words.passwordLink}
        busy={words.makingLink}
        onClose={close}
        onDone={show}
        onConfirm={async (_, signal) => {
          const link = await client.call('linkOperatorPassword', { body: { id } }, signal);
          void router.invalidate();
          return link;
        }}
      />
    );
  if (dialog.what === 'role')
    return (
      <ConfirmDialog
        title={`${words.changeRole}: ${name}`}
        label={words.changeRole}
        busy={words.changingRole}
        onClose={close}
        onConfirm={async (data, signal) => {
          await client.call('changeOperatorRole', { body: { id, role: chosenRole(data) } }, signal);
          await router.invalidate();
        }}
      >
        <RoleChoice initial={role} />
      </ConfirmDialog>
    );
  if (dialog.what === 'reset')
    return (
      <ConfirmDialog
        title={`${words.resetFactor}: ${name}`}
        text={words.resetFactorText(name)}
        label={words.resetFactor}
        busy={words.resettingFactor}
        onClose={close}
        onConfirm={async (_, signal) => {
          await client.call('resetOperatorSecondFactor', { body: { id } }, signal);
          await router.invalidate();
        }}
      />
    );
  const off = dialog.what === 'disable';
  return (
    <ConfirmDialog
      title={off ? words.disable : words.enable}
      text={off ? words.disableText(name) : words.enableText(name)}
      label={off ? words.disable : words.enable}
      busy={off ? words.disabling : words.enabling}
      onClose={close}
      onConfirm={async (_, signal) => {
        await client.call(off ? 'disableOperator' : 'enableOperator', { body: { id } }, signal);
        await router.invalidate();
      }}
    />
  );
}

function Operators() {
  const { operators, invitations } = operatorsRoute.useLoaderData();
  const { operator } = operatorsRoute.useRouteContext();
  const { client } = useConsoleContext();
  const words = useWords(operatorsWords);
  const session = useWords(sessionWords);
  const router = useRouter();
  const withdrawing = useTask();
  const [dialog, setDialog] = useState<OpenDialog>();
  const columns: Column<OperatorRow>[] = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      render: row => (
        <>
          {row.name} {row.id === operator.id ? <StatusBadge tone="neutral">{words.you}</StatusBadge> : null}
        </>
      ),
    },
    { key: 'role', head: words.role, render: row => session.roles[row.role] },
    {
      key: 'state',
      head: words.state,
      render: row =>
        row.disabled_at === null ? (
          <StatusBadge tone="good">{words.on}</StatusBadge>
        ) : (
          <StatusBadge tone="bad">{words.off}</StatusBadge>
        ),
    },
    {
      key: 'factor',
      head: words.factor,
      render: row => (row.second_factor ? words.factorSet : words.factorMissing),
    },
    { key: 'last', head: words.lastSignIn, render: row => <DateTime at={row.last_signed_in_at} /> },
    { key: 'since', head: words.since, render: row => <DateTime at={row.created_at} /> },
    {
      key: 'actions',
      head: words.actions,
      render: row => (
        <RowActions>
          <TextButton onClick={() => setDialog({ what: 'role', operator: row })}>
            {words.changeRole}
          </TextButton>
          <TextButton onClick={() => setDialog({ what: 'password', operator: row })}>
            {words.passwordLink}
          </TextButton>
          {row.second_factor && row.id !== operator.id ? (
            <TextButton onClick={() => setDialog({ what: 'reset', operator: row })}>
              {words.resetFactor}
            </TextButton>
          ) : null}
          {row.disabled_at === null ? (
            <TextButton onClick={() => setDialog({ what: 'disable', operator: row })}>
              {words.disable}
            </TextButton>
          ) : (
            <TextButton onClick={() => setDialog({ what: 'enable', operator: row })}>
              {words.enable}
            </TextButton>
          )}
        </RowActions>
      ),
    },
  ];
  const links: Column<Invitation>[] = [
    { key: 'kind', head: words.kind, render: row => words.kinds[row.kind] },
    {
      key: 'name',
      head: words.name,
      wide: true,
      render: row => row.name ?? session.roles[row.role],
    },
    { key: 'by', head: words.by, render: row => row.invited_by ?? '—' },
    { key: 'until', head: words.until, render: row => <DateTime at={row.expires_at} /> },
    {
      key: 'withdraw',
      head: words.actions,
      render: row => (
        <TextButton
          onClick={() =>
            withdrawing.run(async signal => {
              await client.call('withdrawInvitation', { body: { id: row.id } }, signal);
              await router.invalidate();
            })
          }
        >
          {words.withdraw}
        </TextButton>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={words.title} lead={words.lead}>
        <SecondaryButton onClick={() => setDialog({ what: 'invite' })}>{words.invite}</SecondaryButton>
      </PageHeader>
      <Table label={words.title} columns={columns} rows={operators} rowKey={row => row.id} />
      <Section title={words.open} lead={invitations.length > 0 ? words.openLead : undefined}>
        {withdrawing.problem ? <ErrorMessage problem={withdrawing.problem} /> : null}
        <Table
          label={words.open}
          columns={links}
          rows={invitations}
          rowKey={row => row.id}
          empty={<EmptyState what={words.noOpen} />}
        />
      </Section>
      {dialog ? <ActionDialog dialog={dialog} onChange={setDialog} /> : null}
    </>
  );
}
