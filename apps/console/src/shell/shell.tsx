/**
 * The frame of every view: a navigation rail, which folds to its marks; on phones a tab bar whose last button opens the whole
 * navigation; and, by a key or a button, the command palette.
 */
import { whenIdle } from '@rollcall/app-shell/idle';
import { Outlet, useRouteContext, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCommonWords, useWords } from '../console-context.ts';
import type { Group } from '../view.ts';
import { Brand } from './brand.tsx';
import { Drawer } from './drawer.tsx';
import { useKeptFilters } from './kept-filters.ts';
import { readKept, writeKept } from './kept.ts';
import { type FrameDialog, useKeys } from './keys.ts';
import { Mark } from './marks.tsx';
import { NarrowRail } from './narrow-rail.tsx';
import { Navigation } from './navigation.tsx';
import { ScopeChooser, useScopeKind } from './scope-chooser.tsx';
import css from './shell.module.css';
import { TabBar } from './tab-bar.tsx';
import { UserMenu } from './user-menu.tsx';
import { shellWords } from './words.ts';

/** Closes a dialog whose script could not be loaded, so that the keys act again. */
function Unloaded({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return null;
}
/** Without their scripts the keys and buttons do nothing; the navigation leads everywhere too. */
const loadPalette = () => import('../palette/palette.tsx').catch(() => ({ default: Unloaded }));
const Palette = lazy(loadPalette);
const KeyHelp = lazy(() => import('../palette/key-help.tsx').catch(() => ({ default: Unloaded })));

const FOLDED = 'rollcall-console-rail';

/** Where the navigation was opened: a group of it, from which side, and what gets the focus back. */
interface OpenDrawer {
  readonly first?: Group | undefined;
  readonly side: 'start' | 'end';
  readonly back: HTMLButtonElement | null;
}

export function Shell() {
  const { operator } = useRouteContext({ from: '/shell' });
  const words = useWords(shellWords);
  const common = useCommonWords();
  const router = useRouter();
  const loading = useRouterState({ select: state => state.isLoading });
  const filters = useKeptFilters();
  const scope = useScopeKind();
  const [drawer, setDrawer] = useState<OpenDrawer>();
  const [dialog, setDialog] = useState<FrameDialog>();
  const [folded, setFolded] = useState(() => readKept(FOLDED) === 'folded');
  const menu = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const folding = useRef(false);
  const fold = (next: boolean) => {
    folding.current = true;
    setFolded(next);
    writeKept(FOLDED, next ? 'folded' : '');
  };
  useEffect(() => {
    if (!folding.current) return;
    folding.current = false;
    // The button that was pressed is hidden; the one that takes it back is in its place.
    const buttons = frame.current?.querySelectorAll<HTMLElement>('[data-folds]') ?? [];
    [...buttons].find(button => button.getClientRects().length > 0)?.focus();
  });
  const find = () => setDialog('palette');
  useKeys(operator.role, filters, dialog === undefined ? setDialog : undefined);
  // What is typed right after the key is not lost.
  useEffect(() => {
    whenIdle(async () => {
      await loadPalette();
    });
  }, []);
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
    <div ref={frame} className={css.shell} data-folded={folded}>
      <a className={css.skip} href="#content">
        {words.skip}
      </a>
      <NarrowRail
        role={operator.role}
        onOpen={(first, back) => setDrawer({ first, side: 'start', back })}
        onFind={find}
        onUnfold={() => fold(false)}
      />
      <aside className={css.rail} aria-label={`${common.product} ${common.console}`}>
        <div className={css.railHead}>
          <Brand />
          <button
            type="button"
            data-folds=""
            aria-label={words.fold}
            title={words.fold}
            onClick={() => fold(true)}
          >
            <Mark of="fold" />
          </button>
        </div>
        <button type="button" className={css.find} aria-keyshortcuts="Control+K /" onClick={find}>
          <Mark of="search" />
          <span>{words.find}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <Navigation role={operator.role} filters={filters} />
        <UserMenu pinned />
      </aside>
      <div className={css.page}>
        {loading ? <div className={css.progress} /> : null}
        <header className={css.top} data-scope={scope}>
          <Brand />
          {scope ? <ScopeChooser kind={scope} /> : null}
          <button type="button" className={css.findMark} aria-label={words.find} onClick={find}>
            <Mark of="search" />
          </button>
        </header>
        <main id="content" className={css.main} tabIndex={-1} aria-busy={loading}>
          <Outlet />
        </main>
      </div>
      <TabBar menu={menu} onMenu={() => setDrawer({ side: 'end', back: menu.current })} />
      {drawer ? (
        <Drawer
          filters={filters}
          first={drawer.first}
          side={drawer.side}
          onClose={() => {
            setDrawer(undefined);
            drawer.back?.focus();
          }}
        />
      ) : null}
      <Suspense>
        {dialog === 'palette' ? (
          <Palette operator={operator} filters={filters} onClose={() => setDialog(undefined)} />
        ) : null}
        {dialog === 'keys' ? <KeyHelp operator={operator} onClose={() => setDialog(undefined)} /> : null}
      </Suspense>
    </div>
  );
}
