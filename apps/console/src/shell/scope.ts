/** Product and site, chosen once at the top of the frame: every address of the console has them, so that they stay from view to view. */
import type { SearchMiddleware, SearchSchemaInput } from '@tanstack/react-router';
import { searchParams, text, type Values } from '../search-params/search-params.ts';

/** `product` is a product's code, `site` a pid; empty: none is chosen. */
const params = { product: text('', 64), site: text('', 64) };
const { read } = searchParams(params);
export type Scope = Values<typeof params>;

/** What a link does not name stays as it is; what is empty is not written. */
export const keepScope = <S extends Partial<Scope>>({
  search,
  next,
}: {
  search: S;
  next: (search: S) => S;
}): S => {
  const { product, site } = search;
  return Object.fromEntries(
    Object.entries({ product, site, ...next(search) }).filter(
      ([name, value]) => !(Object.keys(params).includes(name) && (value ?? '') === ''),
    ),
  ) as S;
};

export const scopeSearch = {
  validateSearch: (raw: Partial<Scope> & SearchSchemaInput): Scope => read(raw),
  search: { middlewares: [keepScope as SearchMiddleware<Scope>] },
};
