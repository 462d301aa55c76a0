/** A tile of a dashboard: a saved question and its answer. */
import type { DashboardTile } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Answer } from '../ask/answer.tsx';
import { useAnswer } from '../ask/use-answer.ts';
import { askWords } from '../ask/words.ts';
import { useWords } from '../console-context.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import css from './dashboard.module.css';
import { askedBy, type Shown } from './tiles.ts';
import { dashboardWords } from './words.ts';

export const useTileName = () => {
  const ask = useWords(askWords);
  return ({ name, template }: Pick<DashboardTile, 'name' | 'template'>): string =>
    (template !== null && ask.templates[template]) || name;
};

export function Tile(props: {
  tile: DashboardTile;
  dashboard: Shown;
  /** The heading's level, by where the tiles stand. */
  children?: ReactNode;
}) {
  const { tile, dashboard, children } = props;
  const ask = useWords(askWords);
  const words = useWords(dashboardWords);
  const name = useTileName()(tile);
  const text = askedBy(tile, dashboard);
  const asked = useAnswer(text ?? null);
  return (
    <>
      <header className={css.head}>
        <h2>
          <Link
            to="/console/ask"
            // of all products where the tile is
            search={{
              saved: tile.id,
              product: dashboard.product ?? '',
              ...(text === undefined ? {} : { q: text }),
            }}
            aria-label={words.open(name)}
          >
            {name}
          </Link>
        </h2>
        {children}
      </header>
      {text === undefined ? <EmptyState what={ask.unreadable} /> : <Answer asked={asked} name={name} tile />}
    </>
  );
}
