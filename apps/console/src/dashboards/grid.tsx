/** The tiles of a dashboard in a grid, which an admin arranges by dragging or by buttons. */
import type { Dashboard, DashboardTile } from '@rollcall/contract/console';
import { dashboardColumns } from '@rollcall/contract/console';
import { useState } from 'react';
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
  return (
    <>
      <output className={css.said}>{said}</output>
      <div className={css.grid}>
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
                    <TextButton
                      aria-label={words.earlier(name)}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    >
                      ←
                    </TextButton>
                    <TextButton
                      aria-label={words.later(name)}
                      disabled={at === tiles.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      →
                    </TextButton>
                    <TextButton
                      aria-label={words.narrower(name)}
                      disabled={tile.width === 1}
                      onClick={() => onChange(resizeTile(tiles, at, -1))}
                    >
                      −
                    </TextButton>
                    <TextButton
                      aria-label={words.wider(name)}
                      disabled={tile.width === dashboardColumns}
                      onClick={() => onChange(resizeTile(tiles, at, 1))}
                    >
                      +
                    </TextButton>
                    <TextButton
                      aria-label={words.removeTile(name)}
                      onClick={() => onChange(tiles.filter((_, index) => index !== at))}
                    >
                      ×
                    </TextButton>
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
