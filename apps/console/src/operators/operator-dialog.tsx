/** The dialogs of the operators' list: an invitation, a role, access, a link, a second factor. */
import type { OperatorRow } from '@rollcall/contract/console';
import { type Role, roles } from '../client/calls.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useMutate } from '../mutate.ts';
import { timeFormat } from '../zone.ts';
import choicesCss from '../parts/choices.module.css';
import { Tick } from '../parts/tick.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { sessionWords } from '../session/words.ts';
import { operatorsWords } from './words.ts';

function RoleChoice({ initial }: { initial: Role }) {
  const session = useWords(sessionWords);
  const words = useWords(operatorsWords);
  return (
    <fieldset className={choicesCss.choices}>
      <legend>{words.role}</legend>
      {roles.map(role => (
        <Tick
          key={role}
          type="radio"
          name="role"
          value={role}
          defaultChecked={role === initial}
          label={session.roles[role]}
          note={session.roleWhat[role]}
        />
      ))}
    </fieldset>
  );
}
const chosenRole = (data: FormData): Role => roles.find(role => role === data.get('role')) ?? 'viewer';

/** Shows an invitation or password link; the server does not give it again. */
function LinkDialog({ link, until, onClose }: { link: string; until: number; onClose: () => void }) {
  const words = useWords(operatorsWords);
  const { language } = useConsoleContext();
  const time = timeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(until);
  return (
    <SecretDialog title={words.link} secret={new URL(link, location.origin).href} onClose={onClose}>
      {words.linkText(time)}
    </SecretDialog>
  );
}

/** The dialog that is open, and what it is about. */
export type OpenDialog =
  | { readonly what: 'invite' }
  | { readonly what: 'role' | 'disable' | 'enable' | 'password' | 'reset'; readonly operator: OperatorRow }
  | { readonly what: 'link'; readonly link: string; readonly until: number };

/** Shows a dialog; `onChange` gets the dialog that follows it, if any. */
export function OperatorDialog({
  dialog,
  onChange,
}: {
  dialog: OpenDialog;
  onChange: (next: OpenDialog | undefined) => void;
}) {
  const words = useWords(operatorsWords);
  const mutate = useMutate();
  const close = () => onChange(undefined);
  const show = (made: { link: string; expires_at: number }) =>
    onChange({ what: 'link', link: made.link, until: made.expires_at });
  if (dialog.what === 'link') return <LinkDialog link={dialog.link} until={dialog.until} onClose={close} />;
  if (dialog.what === 'invite')
    return (
      <ConfirmDialog
        key="invite"
        text={words.inviteText}
        label={words.invite}
        busy={words.inviting}
        onClose={close}
        onDone={show}
        onConfirm={(data, signal) => mutate('inviteOperator', { body: { role: chosenRole(data) } }, signal)}
      >
        <RoleChoice initial="viewer" />
      </ConfirmDialog>
    );
  const { id, name, role } = dialog.operator;
  if (dialog.what === 'password')
    return (
      <ConfirmDialog
        key="password"
        text={words.passwordLinkText(name)}
        label={words.passwordLink}
        busy={words.makingLink}
        onClose={close}
        onDone={show}
        onConfirm={(_, signal) => mutate('linkOperatorPassword', { body: { id } }, signal)}
      />
    );
  if (dialog.what === 'role')
    return (
      <ConfirmDialog
        of={name}
        label={words.changeRole}
        busy={words.changingRole}
        onClose={close}
        onConfirm={(data, signal) =>
          mutate('changeOperatorRole', { body: { id, role: chosenRole(data) } }, signal)
        }
      >
        <RoleChoice initial={role} />
      </ConfirmDialog>
    );
  if (dialog.what === 'reset')
    return (
      <ConfirmDialog
        of={name}
        text={words.resetFactorText(name)}
        label={words.resetFactor}
        busy={words.resettingFactor}
        onClose={close}
        onConfirm={(_, signal) => mutate('resetOperatorSecondFactor', { body: { id } }, signal)}
      />
    );
  const off = dialog.what === 'disable';
  return (
    <ConfirmDialog
      text={off ? words.disableText(name) : words.enableText(name)}
      label={off ? words.disable : words.enable}
      busy={off ? words.disabling : words.enabling}
      onClose={close}
      onConfirm={(_, signal) => mutate(off ? 'disableOperator' : 'enableOperator', { body: { id } }, signal)}
    />
  );
}
