/** The deletion of the account: what it means, the password where there is one, and the way to cancel it. */
import { useEffect, useId, useRef, useState } from 'react';
import { dueDate } from '../account/account-banner.tsx';
import bannerCss from '../account/account-banner.module.css';
import { Loaded } from '../account/loaded.tsx';
import { type AccountState, useAccount } from '../account/use-account.ts';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { gapOf, localeOf } from '../phrases/locale.ts';
import { useRollcall } from '../provider/provider.tsx';
import { presentPassword } from '../forms/panel-fields.tsx';
import { FormPanel } from '../forms/form-panel.tsx';
import css from './deletion.module.css';
import { KeepButton } from './deletion-banner.tsx';
import { useDeletion } from './use-deletion.ts';
import { deletionWords } from './words.ts';

/** The person is signed in: only the password can be wrong. */
const PROBLEM_NAMES = { WrongCredentials: 'WrongPassword' } as const;

/**
 * Asks for the password and schedules the deletion of the account, or cancels it.
 *
 * @param props.account the state of the page around it; without it the account is loaded
 * @example <DeleteAccount />
 * @see `docs/react.md`
 */
export function DeleteAccount({ account: given }: { account?: AccountState }) {
  const state = useAccount(given);
  const words = useWords('deletion', deletionWords);
  const id = useId();
  return (
    <section className={css.deletion} aria-labelledby={id}>
      <h3 id={id}>{words.title}</h3>
      <Loaded value={state.account} task={state.task}>
        {() => <Deletion state={state} />}
      </Loaded>
    </section>
  );
}

function Deletion({ state }: { state: AccountState }) {
  const { phrases } = useRollcall();
  const words = useWords('deletion', deletionWords);
  const { due, byGuardian, asksPassword, request, keep, kept, task } = useDeletion(state);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const before = useRef({ open, due });
  useEffect(() => {
    // the element that had the focus is gone: what replaced it gets the focus
    if (before.current.due !== due) status.current?.focus();
    else if (before.current.open && !open) opener.current?.focus();
    before.current = { open, due };
  }, [open, due]);
  if (due !== undefined)
    return (
      <>
        <p ref={status} tabIndex={-1} aria-live="polite">
          <strong>{words.due(dueDate(due, localeOf(phrases)))}</strong>
          {gapOf(phrases)}
          {byGuardian ? words.byGuardian : words.until}
        </p>
        <FormError problem={task.problem} retry={task.retry} />
        {byGuardian ? null : <KeepButton task={task} keep={keep} />}
      </>
    );
  return (
    <>
      {kept ? (
        <p ref={status} className={bannerCss.kept} tabIndex={-1} aria-live="polite">
          {words.kept}
        </p>
      ) : null}
      <ul className={css.means}>
        {words.means.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {open ? (
        <FormPanel
          // the fields depend on whether the account has a password
          key={asksPassword ? 'password' : 'bare'}
          label={words.submit}
          busy={words.deleting}
          danger
          note={words.ask}
          fields={asksPassword ? [presentPassword('password', words.password)] : []}
          problemNames={PROBLEM_NAMES}
          submit={async ({ password }, signal) => {
            await request(asksPassword ? password : undefined, signal);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          className={buttonsCss.danger}
          aria-expanded={false}
          onClick={() => setOpen(true)}
        >
          {words.open}
        </button>
      )}
    </>
  );
}
