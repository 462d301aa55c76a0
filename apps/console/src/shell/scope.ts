/** Product and site, chosen once at the top of the frame: every address of the console has them, so that they stay from view to view. */
import type { SearchMiddleware, SearchSchemaInput } from '@tanstack/react-router';
import { searchParams, text, type Values } from '../search-params/search-params.ts';

/** `product` is a product's code, `site` a pid; empty: none is chosen. */
const params = { product: text('', 64), site: text('', 64) };
const { read } = searchParams(params);
export type Scope = Values<typeof params>;

/** What a link does not name stays as it is; what is empty is not written. */
const keepScope: SearchMiddleware<Scope> = ({ search, next }) => {
  const { search: to, meta } = next(search, true);
  const kept = (name: keyof Scope) => {
    // one that only the reading of the address filled in is not named
    const value = name in to && !meta.defaulted?.has(name) ? to[name] : search[name];
    return value ? { [name]: value } : {};
  };
  const { product: _, site: _site, ...others } = to;
  return { ...others, ...kept('product'), ...kept('site') } as Scope;
};

export const scopeSearch = {
  validateSearch: (raw: Partial<Scope> & SearchSchemaInput): Scope => read(raw),
  search: { middlewares: [keepScope] },
};
