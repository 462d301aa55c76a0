/** A tile of a dashboard: a saved question and its answer, or a saved statement and its result. */
import { type DashboardTile, savedName } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Answer } from '../ask/answer.tsx';
import { useAnswer } from '../ask/use-answer.ts';
import { askWords } from '../ask/words.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { productWords } from '../products/words.ts';
import { SqlTile } from '../sql/sql-tile.tsx';
import css from './dashboard.module.css';
import { askedBy, otherProduct, type Shown } from './tiles.ts';
import { dashboardWords } from './words.ts';

export const useTileName = () => {
  const { language } = useConsoleContext();
  return (tile: Pick<DashboardTile, 'name' | 'template'>): string => savedName(tile, language);
};

interface TileProps {
  readonly tile: DashboardTile;
  readonly dashboard: Shown;
  /** The heading's level, by where the tiles stand. */
  readonly children?: ReactNode;
}

export function Tile({ tile, dashboard, children }: TileProps) {
  const { id, question, sql } = tile;
  const words = useWords(dashboardWords);
  const name = useTileName()(tile);
  if (question !== null)
    return (
      <QuestionTile tile={{ ...tile, question }} dashboard={dashboard}>
        {children}
      </QuestionTile>
    );
  return (
    <>
      <header className={css.head}>
        <h2>
          {sql === null ? (
            name
          ) : (
            <Link to="/console/sql" search={{ saved: id }} aria-label={words.open(name)}>
              {name}
            </Link>
          )}
        </h2>
        {children}
      </header>
      <SqlTile
        sql={sql}
        name={name}
        shared={dashboard.period !== null || dashboard.filter !== null || (dashboard.product ?? '') !== ''}
      />
    </>
  );
}

function QuestionTile({
  tile,
  dashboard,
  children,
}: TileProps & { readonly tile: { readonly question: string } }) {
  const ask = useWords(askWords);
  const words = useWords(dashboardWords);
  const products = useWords(productWords);
  const common = useCommonWords();
  const name = useTileName()(tile);
  const other = otherProduct(tile, dashboard);
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
        {other === undefined ? null : (
          <span className={css.product}>{common.titled(products.product, other)}</span>
        )}
        {children}
      </header>
      {text === undefined ? <EmptyState what={ask.unreadable} /> : <Answer asked={asked} name={name} tile />}
    </>
  );
}
