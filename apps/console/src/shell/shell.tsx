/** The frame of every view: a navigation rail, on phones a tab bar whose last button opens the whole navigation. */
import { Outlet, useRouteContext, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import { Brand } from './brand.tsx';
import { Drawer } from './drawer.tsx';
import { useKeptFilters } from './kept-filters.ts';
import { Navigation } from './navigation.tsx';
import css from './shell.module.css';
import { TabBar } from './tab-bar.tsx';
import { UserMenu } from './user-menu.tsx';
import { shellWords } from './words.ts';

export function Shell() {
  const { operator } = useRouteContext({ from: '/shell' });
  const words = useWords(shellWords);
  const common = useCommonWords();
  const router = useRouter();
  const loading = useRouterState({ select: state => state.isLoading });
  const filters = useKeptFilters();
  const [drawer, setDrawer] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
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
        <Navigation role={operator.role} filters={filters} />
        <UserMenu pinned />
      </aside>
      <div className={css.page}>
        {loading ? <div className={css.progress} /> : null}
        <header className={css.top}>
          <Brand />
        </header>
        <main id="content" className={css.main} tabIndex={-1} aria-busy={loading}>
          <Outlet />
        </main>
      </div>
      <TabBar menu={menu} onMenu={() => setDrawer(true)} />
      {drawer ? (
        <Drawer
          filters={filters}
          onClose={() => {
            setDrawer(false);
            menu.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}
