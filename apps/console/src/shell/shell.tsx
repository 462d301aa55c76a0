/** The frame of every view: a navigation rail, on phones a tab bar whose last button opens the whole navigation. */
import { Seal } from '@rollcall/ui';
import { Link, Outlet, useRouteContext, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { view as overviewView } from '../overview/overview.view.ts';
import { useTask } from '../parts/task.ts';
import { view as peopleView } from '../people/list.view.ts';
import { sessionWords } from '../session/words.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import css from './shell.module.css';
import { Navigation } from './navigation.tsx';
import { Preferences } from './preferences.tsx';
import { shellWords } from './words.ts';

function Brand() {
  const words = useCommonWords();
  return (
    <Link className={css.brand} to="/console">
      <Seal form="outline" />
      <span>
        {words.product} <small>{words.console}</small>
      </span>
    </Link>
  );
}

function UserMenu({ onGo }: { onGo?: () => void }) {
  const { operator, currentOperator } = useRouteContext({ from: '/shell' });
  const { client } = useConsoleContext();
  const router = useRouter();
  const words = useWords(shellWords);
  const session = useWords(sessionWords);
  const { run } = useTask();
  return (
    <div className={css.userMenu}>
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

function Drawer({ onClose }: { onClose: () => void }) {
  const { operator } = useRouteContext({ from: '/shell' });
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useWords(shellWords);
  const common = useCommonWords();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // a press on the backdrop only repeats what Escape and the button do
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.drawer}
      aria-label={words.navigation}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={css.drawerHead}>
        <Brand />
        <button type="button" onClick={onClose}>
          {common.close}
        </button>
      </div>
      <Navigation role={operator.role} onGo={onClose} />
      <UserMenu onGo={onClose} />
    </dialog>
  );
}

export function Shell() {
  const { operator } = useRouteContext({ from: '/shell' });
  const words = useWords(shellWords);
  const common = useCommonWords();
  const { language } = useConsoleContext();
  const router = useRouter();
  const loading = useRouterState({ select: state => state.isLoading });
  const [drawer, setDrawer] = useState(false);
  const key = useRef<HTMLButtonElement>(null);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        // screen readers read the new title, as after loading a page
        if (pathChanged && fromLocation)
          document.querySelector<HTMLElement>('[data-title]')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {words.skip}
      </a>
      <aside className={css.rail} aria-label={`${common.product} ${common.console}`}>
        <Brand />
        <Navigation role={operator.role} />
        <UserMenu />
      </aside>
      <div className={css.page}>
        {loading ? <div className={css.progress} /> : null}
        <header className={css.top}>
          <Brand />
        </header>
        <main id="content" className={css.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <nav className={css.tabBar} aria-label={words.shortcuts}>
        <Link
          to="/console"
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {overviewView.navigation.title[language]}
        </Link>
        <Link
          to="/console/people"
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
        >
          {peopleView.navigation.title[language]}
        </Link>
        <Link
          to="/console/usage"
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
        >
          {words.usageShort}
        </Link>
        <button ref={key} type="button" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
          {words.menu}
        </button>
      </nav>
      {drawer ? (
        <Drawer
          onClose={() => {
            setDrawer(false);
            key.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}
