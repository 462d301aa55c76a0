// @vitest-environment jsdom
import type { DashboardTile } from '@rollcall/contract/console';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ConsoleContextProvider, type ConsoleContextValue } from '../console-context.ts';
import { Grid } from './grid.tsx';

vi.mock('./tile.tsx', () => ({
  Tile: ({ children }: { children: unknown }) => children,
  useTileName: () => (tile: DashboardTile) => tile.name,
}));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const all = ['one', 'two', 'three'].map(name => ({ id: name, name, width: 1 }) as unknown as DashboardTile);
let shown: readonly DashboardTile[];
let changes = 0;
function Arranged() {
  const [tiles, setTiles] = useState<readonly DashboardTile[]>(all);
  shown = tiles;
  const change = (next: readonly DashboardTile[]) => {
    changes += 1;
    setTiles(next);
  };
  return <Grid dashboard={{ tiles: [...tiles], period: null, filter: null }} onChange={change} />;
}

test('tiles are moved, sized and taken away by keys, and the focus stays where one goes on', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const value = { language: 'en' } as ConsoleContextValue;
  await act(async () =>
    root.render(
      <ConsoleContextProvider value={value}>
        <Arranged />
      </ConsoleContextProvider>,
    ),
  );
  const names = () => shown.map(({ name }) => name);
  const focused = () => document.activeElement?.getAttribute('aria-label');
  /** The key that a focused button takes. */
  const press = (label = focused()) =>
    act(async () => {
      const button = box.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
      button?.focus();
      button?.click();
    });
  await press('Move “two” forward');
  expect(names()).toEqual(['two', 'one', 'three']);
  expect(box.querySelector('output')?.textContent).toBe('two: place 1 of 3');
  // it stands first now: once more changes nothing, and the focus is still there
  expect(focused()).toBe('Move “two” forward');
  await press();
  expect(names()).toEqual(['two', 'one', 'three']);
  await press('Make “two” wider');
  expect(shown[0]?.width).toBe(2);
  const before = changes;
  await press('Make “one” narrower');
  expect(changes).toBe(before);
  await press('Take “one” off the dashboard');
  expect(names()).toEqual(['two', 'three']);
  expect(focused()).toBe('Take “three” off the dashboard');
  await press();
  expect(focused()).toBe('Take “two” off the dashboard');
  await act(async () => root.unmount());
});
