/** `/console/operators`: who may enter, and with which role. */
import type { Invitation, OperatorRow } from '@rollcall/contract/console';
import { createRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Role, roles } from '../client/rows.ts';
import { Plain, Quiet } from '../parts/buttons.tsx';
import { Confirm } from '../parts/confirm.tsx';
import css from '../parts/console-parts.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { Empty, Mark, PageHead, Section, When } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Told } from '../parts/told.tsx';
import { useWork } from '../parts/work.ts';
import { sessionWords } from '../session/words.ts';
import { shellRoute } from '../shell/route.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { operatorsWords } from './words.ts';

export const operatorsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console/operators',
  loader: async ({ context: { client }, abortController: { signal } }) => {
    const [operators, invitations] = await Promise.all([
      client.ask('listOperators', {}, signal),
      client.ask('listInvitations', {}, signal),
    ]);
    return { operators, invitations };
  },
  component: Operators,
});

function RoleChoice({ initial }: { initial: Role }) {
  const session = useWords(sessionWords);
  const words = useWords(operatorsWords);
  return (
    <fieldset className={css.choices}>
      <legend>{words.role}</legend>
      {roles.map(role => (
        <label key={role} className={css.tick} htmlFor={`role-${role}`}>
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

/** A link that is told once. */
function LinkDialog({ link, until, onClose }: { link: string; until: number; onClose: () => void }) {
  const words = useWords(operatorsWords);
  const common = useCommon();
  const { language } = useSurroundings();
  const [copied, setCopied] = useState(false);
  const whole = new URL(link, location.origin).href;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(until);
  return (
    <Dialog title={words.link} onClose={onClose}>
      <p>{words.linkText(time)}</p>
      <code className={css.secret}>{whole}</code>
      <div className={css.foot}>
        <Quiet
          onClick={() => {
            navigator.clipboard.writeText(whole).then(
              () => setCopied(true),
              // where the browser does not allow it, the link can be selected and copied by hand
              () => setCopied(false),
            );
          }}
        >
          {common.copy}
        </Quiet>
        <Quiet onClick={onClose}>{common.close}</Quiet>
        <span aria-live="polite">{copied ? common.copied : null}</span>
      </div>
    </Dialog>
  );
}

type Asked =
  | { readonly what: 'invite' }
  | { readonly what: 'role' | 'disable' | 'enable' | 'password'; readonly operator: OperatorRow }
  | { readonly what: 'link'; readonly link: string; readonly until: number };

function Question({ asked, onAsk }: { asked: Asked; onAsk: (next: Asked | undefined) => void }) {
  const { client } = useSurroundings();
  const words = useWords(operatorsWords);
  const router = useRouter();
  const close = () => onAsk(undefined);
  const show = (made: { link: string; expires_at: number }) =>
    onAsk({ what: 'link', link: made.link, until: made.expires_at });
  if (asked.what === 'link') return <LinkDialog link={asked.link} until={asked.until} onClose={close} />;
  if (asked.what === 'invite')
    return (
      <Confirm
        key="invite"
        title={words.invite}
        text={words.inviteText}
        label={words.invite}
        busy={words.inviting}
        onClose={close}
        after={show}
        act={async (data, signal) => {
          const link = await client.ask('inviteOperator', { body: { role: chosenRole(data) } }, signal);
          void router.invalidate();
          return link;
        }}
      >
        <RoleChoice initial="viewer" />
      </Confirm>
    );
  const { id, name, role } = asked.operator;
  if (asked.what === 'password')
    return (
      <Confirm
        key="password"
        title={words.passwordLink}
        text={words.passwordLinkText(name)}
        label={words.passwordLink}
        busy={words.makingLink}
        onClose={close}
        after={show}
        act={async (_, signal) => {
          const link = await client.ask('linkOperatorPassword', { body: { id } }, signal);
          void router.invalidate();
          return link;
        }}
      />
    );
  if (asked.what === 'role')
    return (
      <Confirm
        title={`${words.changeRole}: ${name}`}
        label={words.changeRole}
        busy={words.changingRole}
        onClose={close}
        act={async (data, signal) => {
          await client.ask('changeOperatorRole', { body: { id, role: chosenRole(data) } }, signal);
          await router.invalidate();
        }}
      >
        <RoleChoice initial={role} />
      </Confirm>
    );
  const off = asked.what === 'disable';
  return (
    <Confirm
      title={off ? words.disable : words.enable}
      text={off ? words.disableText(name) : words.enableText(name)}
      label={off ? words.disable : words.enable}
      busy={off ? words.disabling : words.enabling}
      onClose={close}
      act={async (_, signal) => {
        await client.ask(off ? 'disableOperator' : 'enableOperator', { body: { id } }, signal);
        await router.invalidate();
      }}
    />
  );
}

function Operators() {
  const { operators, invitations } = operatorsRoute.useLoaderData();
  const { operator } = operatorsRoute.useRouteContext();
  const { client } = useSurroundings();
  const words = useWords(operatorsWords);
  const session = useWords(sessionWords);
  const router = useRouter();
  const withdrawing = useWork();
  const [asked, setAsked] = useState<Asked>();
  const columns: Column<OperatorRow>[] = [
    {
      key: 'name',
      head: words.name,
      wide: true,
      render: row => (
        <>
          {row.name} {row.id === operator.id ? <Mark tone="plain">{words.you}</Mark> : null}
        </>
      ),
    },
    { key: 'role', head: words.role, render: row => session.roles[row.role] },
    {
      key: 'state',
      head: words.state,
      render: row =>
        row.disabled_at === null ? <Mark tone="good">{words.on}</Mark> : <Mark tone="bad">{words.off}</Mark>,
    },
    { key: 'last', head: words.lastSignIn, render: row => <When at={row.last_signed_in_at} /> },
    { key: 'since', head: words.since, render: row => <When at={row.created_at} /> },
    {
      key: 'actions',
      head: words.actions,
      render: row => (
        <span className={css.actions}>
          <Plain onClick={() => setAsked({ what: 'role', operator: row })}>{words.changeRole}</Plain>
          <Plain onClick={() => setAsked({ what: 'password', operator: row })}>{words.passwordLink}</Plain>
          {row.disabled_at === null ? (
            <Plain onClick={() => setAsked({ what: 'disable', operator: row })}>{words.disable}</Plain>
          ) : (
            <Plain onClick={() => setAsked({ what: 'enable', operator: row })}>{words.enable}</Plain>
          )}
        </span>
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
    { key: 'until', head: words.until, render: row => <When at={row.expires_at} /> },
    {
      key: 'withdraw',
      head: words.actions,
      render: row => (
        <Plain
          onClick={() =>
            withdrawing.run(async signal => {
              await client.ask('withdrawInvitation', { body: { id: row.id } }, signal);
              await router.invalidate();
            })
          }
        >
          {words.withdraw}
        </Plain>
      ),
    },
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <Quiet onClick={() => setAsked({ what: 'invite' })}>{words.invite}</Quiet>
      </PageHead>
      <Table label={words.title} columns={columns} rows={operators} rowKey={row => row.id} />
      <Section title={words.open} lead={invitations.length > 0 ? words.openLead : undefined}>
        {withdrawing.refused ? <Told refused={withdrawing.refused} /> : null}
        <Table
          label={words.open}
          columns={links}
          rows={invitations}
          rowKey={row => row.id}
          empty={<Empty what={words.noOpen} />}
        />
      </Section>
      {asked ? <Question asked={asked} onAsk={setAsked} /> : null}
    </>
  );
}
