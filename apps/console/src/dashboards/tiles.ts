/** Changes of a dashboard's tiles, and what a tile asks. */
import {
  type Dashboard,
  dashboardColumns,
  type DashboardTile,
  readQuestion,
  writeQuestion,
} from '@rollcall/contract/console';
import { both, withProduct } from '../ask/edits.ts';

type Tiles = readonly DashboardTile[];

/** What holds for all tiles. */
export interface Shown extends Pick<Dashboard, 'period' | 'filter'> {
  /** Empty: all products. */
  readonly product?: string;
}

/** What a change of a dashboard sends. */
export const bodyOf = (dashboard: Dashboard) => {
  const { id, revision, name, about, shared, by_link, front, period, filter, tiles } = dashboard;
  return {
    id,
    revision,
    name,
    about,
    shared,
    by_link,
    front,
    period,
    filter,
    tiles: tiles.map(tile => ({ id: tile.id, width: tile.width })),
  };
};

/** A tile in another place; the others close up. */
export const moveTile = (tiles: Tiles, from: number, to: number): Tiles => {
  const moved = tiles[from];
  if (!moved || to < 0 || to >= tiles.length) return tiles;
  const rest = tiles.filter((_, at) => at !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
};

export const resizeTile = (tiles: Tiles, at: number, by: number): Tiles =>
  tiles.map((tile, index) =>
    index === at ? { ...tile, width: Math.min(dashboardColumns, Math.max(1, tile.width + by)) } : tile,
  );

/** The product that a tile's question names, where that is not the one that is chosen. */
export const otherProduct = (
  tile: { readonly question: string },
  { product = '' }: Pick<Shown, 'product'>,
): string | undefined => {
  const named = readQuestion(tile.question).question?.population.product;
  return named === product ? undefined : named;
};

/**
 * The question of a tile, with the dashboard's period and filter, and the product that is chosen unless it names one.
 * @returns undefined where it can't be read
 */
export const askedBy = (
  tile: { readonly question: string },
  { period, filter, product = '' }: Shown,
): string | undefined => {
  const { question } = readQuestion(tile.question);
  if (!question) return undefined;
  const joined = both(question.filter, filter ?? undefined);
  return writeQuestion({
    ...withProduct(question, question.population.product ?? product),
    ...(period ? { period } : {}),
    ...(joined ? { filter: joined } : {}),
  });
};
