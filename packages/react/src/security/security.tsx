/**
 * The security section: what the account signs in with, each with the form that sets, changes, binds or unbinds
 * it.
 */
import { getPrivacy } from '@rollcall/account';
import { type ComponentType, useId, useRef, useState } from 'react';
import { Loaded } from '../account/loaded.tsx';
import { type AccountState, type Privacy, useAccount } from '../account/use-account.ts';
import buttonsCss from '../task/buttons.module.css';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { AccountSecondFactors } from '../second-factor/second-factors.tsx';
import { ProviderLogo } from '../third-party/provider-logo.tsx';
import { PROVIDERS } from '../third-party/provider.ts';
import { useLeaveFor, useThirdParties } from '../third-party/use-third-parties.ts';
import { ChangePassword, FirstPassword } from './password-forms.tsx';
import { BindEmail } from './email-form.tsx';
import { SecurityNotices } from './notices.tsx';
import { BindPhone, ChangePhone } from './phone-forms.tsx';
import { type RowFormProps, waitingCode } from './row-form.ts';
import css from './security.module.css';
import { Unbind } from './unbind-form.tsx';
import { UsernameForm } from './username-form.tsx';
import { securityWords } from './words.ts';

type RowName = 'phone' | 'email' | 'username' | 'password' | 'wechat' | 'qq';
interface Row {
  readonly name: RowName;
  readonly value: string | null;
  /** What should be done about it. */
  readonly advice?: string | undefined;
  /** Shown where there is no value. */
  readonly empty: string;
  readonly action?: string | undefined;
  readonly form?: ComponentType<RowFormProps> | undefined;
  readonly leave?: (() => void) | undefined;
}

const UnbindWechat = (props: RowFormProps) => <Unbind {...props} provider="wechat" />;
const UnbindQq = (props: RowFormProps) => <Unbind {...props} provider="qq" />;

export interface AccountSecurityProps {
  /**
   * The state of the page around it.
   *
   * @default loaded by the component
   */
  readonly account?: AccountState;
  /** The path of this page: binding WeChat or QQ leaves it and comes back to it. */
  readonly here: string;
  /** Whether the server can send mail: an e-mail address can be bound and changed then. @default false */
  readonly mail?: boolean;
  /** Called when the password has changed, which ends every session of the account. */
  readonly onPasswordChanged: () => void;
  /** Called when a change was taken back, which ends every session; `complete`: with all ways to sign in. */
  readonly onTakenBack?: ((complete: boolean) => void) | undefined;
}

/**
 * Draws the security section of the account page. The security messages that could not be sent, and a row for each
 * phone number, username, password and third party.
 *
 * @example <AccountSecurity here="/account/security" onPasswordChanged={close} />
 * @see `docs/react.md`
 */
export function AccountSecurity({ account: given, ...props }: AccountSecurityProps) {
  const state = useAccount(given);
  return (
    <>
      <SecurityNotices onTakenBack={props.onTakenBack} />
      <Loaded value={state.account} task={state.task}>
        {({ privacy }) => <Rows {...props} privacy={privacy} onPrivacy={state.setPrivacy} />}
      </Loaded>
    </>
  );
}

interface RowsProps extends Omit<AccountSecurityProps, 'account'> {
  readonly privacy: Privacy;
  readonly onPrivacy: (privacy: Privacy) => void;
}

function Rows({ privacy, onPrivacy, ...props }: RowsProps) {
  const { phrases } = useRollcall();
  const words = useWords('security', securityWords);
  const own = phrases.account;
  const auth = useAuth();
  const id = useId();
  // this stands there once the account was read, in the browser
  const [open, setOpen] = useState<RowName | undefined>(() =>
    (['phone', 'email'] as const).find(row => waitingCode(row, privacy) !== undefined),
  );
  const [status, setStatus] = useState<string>();
  const { list } = useThirdParties();
  const { task, opening, leave } = useLeaveFor({
    intent: 'bind',
    returnTo: props.here,
    account: privacy.id,
  });
  const box = useRef<HTMLDListElement>(null);

  const close = (row: RowName) => {
    setOpen(undefined);
    // the form that had the focus is gone: its row gets the focus
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row=${row}] [data-value]`)?.focus(),
    );
  };
  const rows: Row[] = [
    {
      name: 'phone',
      value: privacy.phone_number,
      empty: words.state.none,
      action: privacy.phone_number === null ? words.add : words.change,
      form: privacy.phone_number === null ? BindPhone : ChangePhone,
    },
    {
      name: 'email',
      value: privacy.email,
      empty: words.state.none,
      ...(props.mail ? { action: privacy.email === null ? words.add : words.change, form: BindEmail } : {}),
    },
    {
      name: 'username',
      value: privacy.username,
      empty: words.state.unset,
      ...(privacy.username === null ? { action: words.set, form: UsernameForm } : {}),
    },
    {
      name: 'password',
      value: privacy.has_password ? words.state.set : null,
      advice: privacy.password_too_common
        ? words.password.common
        : privacy.password_renewal
          ? words.password.renewal
          : undefined,
      empty: words.state.unset,
      action: privacy.has_password ? words.changePassword : words.set,
      form: privacy.has_password ? ChangePassword : FirstPassword,
    },
    ...PROVIDERS.map((name): Row => {
      const to = list?.find(({ provider }) => provider === name);
      const row = {
        name,
        value: privacy.oauths[name] ? words.state.bound : null,
        empty: words.state.unbound,
      };
      if (privacy.oauths[name])
        return { ...row, action: words.unbind, form: name === 'wechat' ? UnbindWechat : UnbindQq };
      return to
        ? {
            ...row,
            action: opening === name ? phrases.thirdParty.opening : words.bind,
            leave: () => leave(to),
          }
        : row;
    }),
  ];
  return (
    <>
      <p aria-live="polite" className={css.status}>
        {status}
      </p>
      <FormError problem={task.problem} retry={task.retry} />
      <dl ref={box} className={css.rows}>
        {rows.map(({ name, value, advice, empty, action, form: Form, leave: go }) => (
          <div key={name} className={css.row} data-row={name} data-open={open === name ? '' : undefined}>
            <dt>
              {name === 'wechat' || name === 'qq' ? (
                <ProviderLogo provider={name} className={css.mark} />
              ) : null}
              {own[name]}
            </dt>
            <dd>
              <span data-value="" data-empty={value === null ? '' : undefined} tabIndex={-1}>
                {value ?? empty}
              </span>
              {action ? (
                <button
                  type="button"
                  className={buttonsCss.link}
                  aria-label={words.about(action, own[name])}
                  aria-expanded={Form ? open === name : undefined}
                  aria-controls={Form && open === name ? `${id}${name}` : undefined}
                  onClick={() => {
                    setStatus(undefined);
                    if (go) go();
                    else setOpen(open === name ? undefined : name);
                  }}
                >
                  {action}
                </button>
              ) : list === undefined && (name === 'wechat' || name === 'qq') ? (
                <i className={css.awaited} aria-hidden="true">
                  {words.bind}
                </i>
              ) : null}
            </dd>
            {advice ? <dd className={css.advice}>{advice}</dd> : null}
            {Form && open === name ? (
              <dd id={`${id}${name}`} className={css.opened}>
                <Form
                  privacy={privacy}
                  onCancel={() => close(name)}
                  onPasswordChanged={props.onPasswordChanged}
                  onDone={text => {
                    setStatus(text);
                    close(name);
                    getPrivacy(auth()).then(onPrivacy, () => setStatus(words.failed));
                  }}
                />
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
      <AccountSecondFactors />
    </>
  );
}
