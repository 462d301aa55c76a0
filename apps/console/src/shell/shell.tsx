/** The frame of every view: a rail at the side, or on a phone a bar under the thumb with all of it behind the last key. */
import { Seal } from '@rollcall/react';
import { Link, Outlet, useRouteContext, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWork } from '../parts/work.ts';
import { sessionWords } from '../session/words.ts';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import css from './console-shell.module.css';
import { Navigation } from './navigation.tsx';
import { Switches } from './switches.tsx';
import { shellWords } from './words.ts';

function Brand() {
  const words = useCommon();
  return (
    <Link className={css.brand} to="/console">
      <Seal form="outline" />
      <span>
        {words.product} <small>{words.console}</small>
      </span>
    </Link>
  );
}

function Own({ onGo }: { onGo?: () => void }) {
  const { operator, me } = useRouteContext({ from: '/shell' });
  const { client } = useSurroundings();
  const router = useRouter();
  const words = useWords(shellWords);
  const session = useWords(sessionWords);
  const { run } = useWork();
  return (
    <div className={css.me}>
      <Link to="/console/account" {...(onGo ? { onClick: onGo } : {})}>
        {operator.name}
        <small>{session.roles[operator.role]}</small>
      </Link>
      <Switches>
        <button
          type="button"
          onClick={() =>
            run(async signal => {
              // whoever is no longer known to the server has signed out as well
              await client.ask('signOutOperator', {}, signal).catch(() => {});
              me.clear();
              await router.navigate({ to: '/console/sign-in' });
              router.clearCache();
            })
          }
        >
          {words.signOut}
        </button>
      </Switches>
    </div>
  );
}

function Drawer({ onClose }: { onClose: () => void }) {
  const { operator } = useRouteContext({ from: '/shell' });
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useWords(shellWords);
  const common = useCommon();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // a press on the veil only repeats what Escape and the button do
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
      <Own onGo={onClose} />
    </dialog>
  );
}

export function Shell() {
  const { operator } = useRouteContext({ from: '/shell' });
  const words = useWords(shellWords);
  const common = useCommon();
  const router = useRouter();
  const loading = useRouterState({ select: state => state.isLoading });
  const [drawer, setDrawer] = useState(false);
  const key = useRef<HTMLButtonElement>(null);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        // who comes from another view is told where they are, as a new page would
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
        <Own />
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
      <nav className={css.thumb} aria-label={words.shortcuts}>
        <Link
          to="/console"
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {words.pages.overview}
        </Link>
        <Link
          to="/console/people"
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
        >
          {words.pages.people}
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
