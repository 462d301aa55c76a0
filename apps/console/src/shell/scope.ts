/** Product and site, chosen once at the top of the frame: every address of the console has them, so that they stay from view to view. */
import { retainSearchParams, type SearchMiddleware, type SearchSchemaInput } from '@tanstack/react-router';
import { searchParams, text, type Values } from '../search-params/search-params.ts';

/** `product` is a product's code, `site` a pid; empty: none is chosen. */
const params = { product: text('', 64), site: text('', 64) };
const { read } = searchParams(params);
export type Scope = Values<typeof params>;

/** What is empty is not written. */
const dropEmpty: SearchMiddleware<Scope> = ({ search, next }) =>
  Object.fromEntries(
    Object.entries(next(search)).filter(([name, value]) => value || !Object.keys(params).includes(name)),
  ) as unknown as Scope;

export const scopeSearch = {
  validateSearch: (raw: Partial<Scope> & SearchSchemaInput): Scope => read(raw),
  // what a link does not name stays as it is
  search: { middlewares: [dropEmpty, retainSearchParams<Scope>(['product', 'site'])] },
};
