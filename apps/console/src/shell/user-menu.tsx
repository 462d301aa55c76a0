/** The operator's name, the preferences, and sign-out. */
import { Link, useRouteContext, useRouter } from '@tanstack/react-router';
import { useConsoleContext, useWords } from '../console-context.ts';
import { useTask } from '../parts/task.ts';
import { sessionWords } from '../session/words.ts';
import { Preferences } from './preferences.tsx';
import css from './user-menu.module.css';
import { shellWords } from './words.ts';

/**
 * @param props.pinned whether it stays at the foot of what scrolls: the rail
 * @param props.onGo called when the person follows a link
 */
export function UserMenu({ pinned, onGo }: { pinned?: boolean; onGo?: () => void }) {
  const { operator, currentOperator } = useRouteContext({ from: '/shell' });
  const { client } = useConsoleContext();
  const router = useRouter();
  const words = useWords(shellWords);
  const session = useWords(sessionWords);
  const { run } = useTask();
  return (
    <div className={pinned ? `${css.userMenu} ${css.pinned}` : css.userMenu}>
      <Link to="/console/account" {...(onGo ? { onClick: onGo } : {})}>
        {operator.name}
        <small>{session.roles[operator.role]}</small>
      </Link>
      <Preferences>
        <button
          type="button"
          onClick={() =>
            run(async signal => {
              // an ended session is signed out too
              await client.call('signOutOperator', {}, signal).catch(() => {});
              currentOperator.clear();
              await router.navigate({ to: '/console/sign-in' });
              router.clearCache();
            })
          }
        >
          {words.signOut}
        </button>
      </Preferences>
    </div>
  );
}
