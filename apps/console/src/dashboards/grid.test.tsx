// @vitest-environment jsdom
import type { DashboardTile } from '@rollcall/contract/console';
import { act, useState } from 'react';
import { afterAll, expect, test, vi } from 'vitest';

vi.mock('./tile.tsx', () => ({
  Tile: ({ children }: { children: unknown }) => children,
  useTileName: () => (tile: DashboardTile) => tile.name,
}));
// Another file may have loaded them with the tiles themselves.
vi.resetModules();
const { testRoot } = await import('../testing-root.tsx');
const { Grid } = await import('./grid.tsx');
afterAll(() => {
  vi.resetModules();
});
const { box, render } = testRoot();

const all = ['one', 'two', 'three'].map(name => ({ id: name, name, width: 1 }) as unknown as DashboardTile);
const changed = vi.fn();
function Arranged() {
  const [tiles, setTiles] = useState<readonly DashboardTile[]>(all);
  const change = (next: readonly DashboardTile[]) => {
    changed();
    setTiles(next);
  };
  return <Grid dashboard={{ tiles: [...tiles], period: null, filter: null }} onChange={change} />;
}

test('tiles are moved, sized and taken away by keys, and the focus stays where one goes on', async () => {
  await render(<Arranged />);
  const shown = () => [...box.querySelectorAll<HTMLElement>('[data-tile]')];
  const names = () => shown().map(tile => tile.getAttribute('aria-label'));
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
  expect(shown()[0]?.dataset['width']).toBe('2');
  changed.mockClear();
  await press('Make “one” narrower');
  expect(changed).not.toHaveBeenCalled();
  await press('Take “one” off the dashboard');
  expect(names()).toEqual(['two', 'three']);
  expect(focused()).toBe('Take “three” off the dashboard');
  await press();
  expect(focused()).toBe('Take “two” off the dashboard');
});
