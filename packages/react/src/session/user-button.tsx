/** The signed-in person in a page's head, with a menu; a link to the sign-in page for others. */
import { useState } from 'react';
import { FormError } from '../problem/form-error.tsx';
import { useRollcall } from '../provider/provider.tsx';
import { useMenu } from './use-menu.ts';
import { useSignOut } from './use-sign-out.ts';
import { useUser } from './use-user.ts';
import css from './user-button.module.css';

export interface UserButtonProps {
  /** The path of the account page. */
  readonly account: string;
  /** The path of the sign-in page. */
  readonly signIn: string;
  /**
   * The site's own entries, between the account and signing out.
   *
   * @default none
   */
  readonly items?: readonly { readonly label: string; readonly href: string }[];
  /** Called once, after the server has ended the session. */
  readonly onSignedOut?: () => void;
}

/**
 * Draws who is signed in, with a menu, or a link to the sign-in. Takes the same space in every state, so that nothing
 * moves when the state is known.
 *
 * @example <UserButton account="/account" signIn="/sign-in" />
 * @see `docs/react.md`
 */
export function UserButton({ account, signIn, items = [], onSignedOut }: UserButtonProps) {
  const { account: words } = useRollcall().phrases;
  const { session, profile } = useUser();
  const menu = useMenu();
  const { task, signOut } = useSignOut(onSignedOut);
  const [broken, setBroken] = useState<string>();
  if (session === 'unknown') return <span className={css.awaited} />;
  if (session === 'out')
    return (
      <a className={css.link} href={signIn}>
        {words.signIn}
      </a>
    );
  const picture = profile?.avatar_url;
  const working = task.phase !== 'idle';
  return (
    <div className={css.user}>
      <button type="button" className={css.button} title={words.mine} {...menu.button}>
        <span className={css.initial} aria-hidden="true">
          {picture && picture !== broken ? (
            <img src={picture} alt="" referrerPolicy="no-referrer" onError={() => setBroken(picture)} />
          ) : profile ? (
            [...profile.nickname][0]
          ) : null}
        </span>
        <span className={css.name}>{profile?.nickname ?? words.mine}</span>
      </button>
      {menu.open ? (
        <div className={css.menu} data-menu="">
          {/* the button cuts a long name */}
          {profile ? <p className={css.who}>{profile.nickname}</p> : null}
          <div className={css.items} {...menu.list}>
            {[{ label: words.mine, href: account }, ...items].map(({ label, href }) => (
              <a key={href} role="menuitem" tabIndex={-1} className={css.item} href={href}>
                {label}
              </a>
            ))}
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={css.item}
              aria-disabled={working || undefined}
              onClick={signOut}
            >
              {working ? words.signingOut : words.signOut}
            </button>
          </div>
          <FormError problem={task.problem} />
        </div>
      ) : null}
    </div>
  );
}
