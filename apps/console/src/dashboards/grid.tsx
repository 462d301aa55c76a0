/** The tiles of a dashboard in a grid, which an admin arranges by dragging or by buttons. */
import type { Dashboard, DashboardTile } from '@rollcall/contract/console';
import { dashboardColumns } from '@rollcall/contract/console';
import { useRef, useState } from 'react';
import { useWords } from '../console-context.ts';
import { TextButton } from '../parts/buttons.tsx';
import css from './dashboard.module.css';
import { Tile, useTileName } from './tile.tsx';
import { moveTile, resizeTile, type Shown } from './tiles.ts';
import { dashboardWords } from './words.ts';

/** @param props.onChange absent: the tiles stay as they are */
export function Grid(props: {
  dashboard: Shown & Pick<Dashboard, 'tiles'>;
  onChange?: (tiles: readonly DashboardTile[]) => void;
}) {
  const { dashboard, onChange } = props;
  const { tiles } = dashboard;
  const words = useWords(dashboardWords);
  const nameOf = useTileName();
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const tile = tiles[from];
    if (!tile || to < 0 || to >= tiles.length || from === to) return;
    onChange?.(moveTile(tiles, from, to));
    setSaid(words.moved(nameOf(tile), to + 1, tiles.length));
  };
  const resize = (at: number, by: number) => {
    const changed = resizeTile(tiles, at, by);
    if (changed[at]?.width !== tiles[at]?.width) onChange?.(changed);
  };
  const grid = useRef<HTMLDivElement>(null);
  const remove = (at: number) => {
    // The button goes with its tile: that of the next tile, or of the one before, has the focus.
    const buttons = [...(grid.current?.querySelectorAll<HTMLElement>('[data-remove] button') ?? [])];
    (buttons[at + 1] ?? buttons[at - 1])?.focus();
    onChange?.(tiles.filter((_, index) => index !== at));
  };
  return (
    <>
      <output className={css.said}>{said}</output>
      <div className={css.grid} ref={grid}>
        {tiles.map((tile, at) => {
          const name = nameOf(tile);
          return (
            // dragging is one of two ways: the buttons do the same
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <article
              key={`${tile.id} ${tiles.slice(0, at).filter(({ id }) => id === tile.id).length}`}
              aria-label={name}
              className={css.tile}
              data-tile=""
              data-width={tile.width}
              data-dragged={dragged === at ? '' : undefined}
              onDragOver={event => {
                if (dragged !== undefined) event.preventDefault();
              }}
              onDrop={event => {
                event.preventDefault();
                if (dragged !== undefined) move(dragged, at);
                setDragged(undefined);
              }}
            >
              <Tile tile={tile} dashboard={dashboard}>
                {onChange ? (
                  <span className={css.arrange}>
                    <span
                      className={css.handle}
                      draggable
                      aria-hidden="true"
                      onDragStart={event => {
                        event.dataTransfer.setData('text/plain', name);
                        setDragged(at);
                      }}
                      onDragEnd={() => setDragged(undefined)}
                    >
                      ⠿
                    </span>
                    {/* what is no longer possible still keeps the focus */}
                    <TextButton
                      aria-label={words.earlier(name)}
                      aria-disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      ←
                    </TextButton>
                    <TextButton
                      aria-label={words.later(name)}
                      aria-disabled={at === tiles.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      →
                    </TextButton>
                    <TextButton
                      aria-label={words.narrower(name)}
                      aria-disabled={tile.width === 1}
                      onClick={() => resize(at, -1)}
                    >
                      −
                    </TextButton>
                    <TextButton
                      aria-label={words.wider(name)}
                      aria-disabled={tile.width === dashboardColumns}
                      onClick={() => resize(at, 1)}
                    >
                      +
                    </TextButton>
                    <span data-remove="">
                      <TextButton aria-label={words.removeTile(name)} onClick={() => remove(at)}>
                        ×
                      </TextButton>
                    </span>
                  </span>
                ) : null}
              </Tile>
            </article>
          );
        })}
      </div>
    </>
  );
}
