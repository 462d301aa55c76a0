/**
 * The account page: the person, the list of sections, and one section. Each section is loaded from a file of
 * its own. This is a package entry of its own, so that only the account page loads it.
 */
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { AgreementGate } from '../agreements/agreement-gate.tsx';
import { DeletionBanner } from '../deletion/deletion-banner.tsx';
import { NumberChangeBanner } from '../number-change/number-change-banner.tsx';
import { FormError } from '../problem/form-error.tsx';
import { Avatar } from '../profile/avatar.tsx';
import avatarCss from '../profile/avatar.module.css';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { SignOutButton } from '../session/sign-out-button.tsx';
import { useSession } from '../session/use-session.ts';
import css from './account.module.css';
import { LoadingPlaceholder } from './loaded.tsx';
import { LazySection } from './lazy-section.tsx';
import { type AccountSection, accountSections } from './section.ts';
import { type AccountState, accountName, useAccount } from './use-account.ts';
import { accountWords } from './words.ts';

const parts = {
  profile: loadProfile,
  security: () => import('../security/security.tsx').then(part => part.AccountSecurity),
  devices: () => import('../devices/devices.tsx').then(part => part.AccountDevices),
  privacy: loadPrivacy,
} as const;

/** Both together, as below. */
async function loadProfile() {
  const [{ ProfileSettings }, { CustomFields }] = await Promise.all([
    import('../profile/profile-settings.tsx'),
    import('../custom-fields/custom-fields.tsx'),
  ]);
  return (props: ComponentProps<typeof ProfileSettings>) => (
    <>
      <ProfileSettings {...props} />
      <CustomFields />
    </>
  );
}

/** Both together, so that the first does not push the second down when it comes later. */
async function loadPrivacy() {
  const [{ AccountPrivacy }, { AllowedClients }, { DeleteAccount }] = await Promise.all([
    import('../privacy/privacy.tsx'),
    import('../privacy/allowed-clients.tsx'),
    import('../deletion/delete-account.tsx'),
  ]);
  return ({ account, ...rest }: ComponentProps<typeof AccountPrivacy> & { account: AccountState }) => (
    <>
      <AccountPrivacy {...rest} />
      <AllowedClients />
      <DeleteAccount account={account} />
    </>
  );
}

export { type AccountSection, accountSections } from './section.ts';

export interface AccountSettingsProps {
  readonly section: AccountSection;
  /** The path of a section's page. */
  readonly href: (section: AccountSection) => string;
  /**
   * Called when the link of a section is pressed, instead of opening its page. Without it the link opens the
   * page.
   */
  readonly onGo?: (section: AccountSection) => void;
  /**
   * The path that the person was on the way to; a link to it stands beside the notice of a deletion or of a number
   * that the school adds. Without it there is no link.
   */
  readonly goOn?: string | undefined;
  /**
   * Whether a `UsageProvider` above reports usage, even if it has not started yet.
   *
   * @default false
   */
  readonly reporting?: boolean;
  /** The path of a page with `AccountData`, which the privacy section links to. Without it there is no link. */
  readonly dataHref?: string | undefined;
  /** The path of a page with `GuardianPortal`, which the privacy section of a pupil links to. Without it there is no link. */
  readonly guardianHref?: string | undefined;
  /** Whether the server can send mail: an e-mail address can be bound and changed then. @default false */
  readonly mail?: boolean;
  /** Called when the password has changed, which ends every session of the account. */
  readonly onPasswordChanged: () => void;
  /** Called when a change was taken back, which ends every session; `complete`: with all ways to sign in. */
  readonly onTakenBack?: ((complete: boolean) => void) | undefined;
  /**
   * Called once when the session has ended, where there was one.
   *
   * @param here whether the person ended it, by the button of this component
   * @param who the name of the account; undefined where it was not loaded
   */
  readonly onSignedOut?: ((here: boolean, who: string | undefined) => void) | undefined;
  /**
   * Called when the person has to say their age or waits for a guardian: lead to a page with `AgeQuestions`. Without it the
   * sections show what the server refuses.
   */
  readonly onRequired?: (() => void) | undefined;
  /**
   * Shown while the person is signed out.
   *
   * @default nothing
   */
  readonly signedOut?: ReactNode;
}

/**
 * Draws the account page, section by section.
 * @example <AccountSettings section="profile" href={section => `/account/${section}`} onPasswordChanged={close} />
 * @see `docs/react.md`
 */
export function AccountSettings(props: AccountSettingsProps) {
  const { section, href, onGo, onRequired } = props;
  const { phrases } = useRollcall();
  const words = useWords('account', accountWords);
  const session = useSession();
  const state = useAccount();
  const { account, task } = state;
  const was = useRef(false);
  const pressed = useRef(false);
  const who = useRef<string>(undefined);
  const { onSignedOut } = props;
  useEffect(() => {
    if (session === 'in') was.current = true;
    if (account) who.current = accountName(account);
    else if (session === 'out' && was.current) {
      was.current = false;
      onSignedOut?.(pressed.current, who.current);
    }
  }, [account, session, onSignedOut]);
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(section);
  useEffect(() => {
    // the section's file is loaded while the account is loaded; LazySection shows a failure
    void parts[section]().catch(() => {});
    if (shown.current === section) return;
    shown.current = section;
    title.current?.focus();
  }, [section]);
  const required = account?.privacy.requires !== undefined;
  useEffect(() => {
    if (required) onRequired?.();
  }, [required, onRequired]);
  const go = (event: MouseEvent, to: AccountSection) => {
    if (!onGo || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    onGo(to);
  };
  return (
    <>
      <div className={css.person}>
        {account ? (
          <Avatar url={account.profile.avatar_url} nickname={account.profile.nickname} />
        ) : (
          <span className={avatarCss.avatar} />
        )}
        <div>
          <h1 data-long={(account && account.profile.nickname.length > 10) || undefined}>
            {account?.profile.nickname ?? phrases.account.mine}
          </h1>
          {/* the heading says it where there is no name; the line keeps its place */}
          <p>{account ? phrases.account.mine : '\u00a0'}</p>
        </div>
        {/* also where the account can't be loaded */}
        {session === 'in' ? (
          <div className={css.out}>
            <SignOutButton onPress={() => (pressed.current = true)} />
          </div>
        ) : null}
      </div>
      <FormError problem={task.problem} retry={task.retry} />
      {session === 'out' ? props.signedOut : null}
      {account ? (
        <div className={css.notices}>
          <DeletionBanner account={state} goOn={props.goOn} />
          <NumberChangeBanner account={state} goOn={props.goOn} />
          <AgreementGate />
          {(account.privacy.password_too_common || account.privacy.password_renewal) &&
          section !== 'security' ? (
            <p className={css.advice}>
              {account.privacy.password_too_common ? words.common : words.renewal}{' '}
              <a href={href('security')} onClick={event => go(event, 'security')}>
                {words.changeIt}
              </a>
            </p>
          ) : null}
        </div>
      ) : null}
      <div className={css.account}>
        <nav className={css.sections} aria-label={words.sections}>
          <ul>
            {accountSections.map(one => (
              <li key={one}>
                <a
                  href={href(one)}
                  aria-current={one === section ? 'page' : undefined}
                  onClick={event => go(event, one)}
                >
                  {words.short[one]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <section className={css.section} aria-labelledby="account-section">
          <h2 ref={title} id="account-section" tabIndex={-1}>
            {words.title[section]}
          </h2>
          <p className={css.lead}>{words.lead[section]}</p>
          {account ? (
            <Section {...props} state={state} />
          ) : task.problem || session === 'out' ? null : (
            <LoadingPlaceholder slow={task.phase === 'slow'} />
          )}
        </section>
      </div>
    </>
  );
}

function Section(props: AccountSettingsProps & { state: AccountState }) {
  const {
    section,
    href,
    onPasswordChanged,
    onTakenBack,
    reporting = false,
    dataHref,
    guardianHref,
    mail = false,
    state,
  } = props;
  switch (section) {
    case 'profile':
      return <LazySection key="profile" load={parts.profile} with={{ account: state }} />;
    case 'security':
      return (
        <LazySection
          key="security"
          load={parts.security}
          with={{ account: state, here: href('security'), mail, onPasswordChanged, onTakenBack }}
        />
      );
    case 'devices':
      return <LazySection key="devices" load={parts.devices} with={{}} />;
    case 'privacy':
      return (
        <LazySection
          key="privacy"
          load={parts.privacy}
          with={{ reporting, dataHref, guardianHref, account: state }}
        />
      );
  }
}
