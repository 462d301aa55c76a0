/**
 * A view's state in its search parameters, so that every state has a link and no address breaks a view. A parameter is
 * read from text, or from the value itself in a link made by code. A malformed value becomes the default; defaults are
 * not written.
 */
import type { SearchSchemaInput } from '@tanstack/react-router';

export interface Param<T> {
  readonly fallback: T;
  /** Reads one or several texts, or a value; returns the fallback for anything else. */
  readonly read: (raw: unknown) => T;
}
/** The first of a repeated parameter. */
const single = (raw: unknown): unknown => (Array.isArray(raw) ? (raw as unknown[])[0] : raw);

/** Free text, cut to `longest` characters. */
export const text = (fallback = '', longest = 200): Param<string> => ({
  fallback,
  read: raw => {
    const one = single(raw);
    return typeof one === 'string' ? one.slice(0, longest) : fallback;
  },
});

/** Text of a form; empty if it has another or is longer than `longest` characters. */
export const matching = (form: RegExp, longest: number): Param<string> => ({
  fallback: '',
  read: raw => {
    const one = single(raw);
    return typeof one === 'string' && one.length <= longest && form.test(one) ? one : '';
  },
});

/** One of the named values. */
export const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>): Param<T> => ({
  fallback,
  read: raw => values.find(value => value === single(raw)) ?? fallback,
});

/** An integer from `least` to `most`. */
export const whole = (fallback: number, least: number, most: number): Param<number> => ({
  fallback,
  read: raw => {
    const one = single(raw);
    const value = typeof one === 'string' && /^-?\d{1,15}$/.test(one) ? Number(one) : one;
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value + 0
      : fallback;
  },
});

/** A boolean, written as 1 or 0. */
export const flag = (fallback: boolean): Param<boolean> => ({
  fallback,
  read: raw => {
    const one = single(raw);
    return one === true || one === '1' ? true : one === false || one === '0' ? false : fallback;
  },
});

/** A repeated parameter with at most `most` texts. */
export const texts = (most: number, longest = 200): Param<readonly string[]> => ({
  fallback: [],
  read: raw =>
    (Array.isArray(raw) ? (raw as unknown[]) : [raw])
      .filter(one => typeof one === 'string')
      .map(one => one.slice(0, longest))
      .slice(0, most),
});

/** A date such as `2026-09-01`; empty: none. */
export const day = (): Param<string> => ({
  fallback: '',
  read: raw => {
    const one = single(raw);
    if (typeof one !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(one)) return '';
    const at = new Date(`${one}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(one) ? one : '';
  },
});

export type Values<P> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

/**
 * The search parameters of a view. `route` goes into the options of its route: `validateSearch` reads an address, `search`
 * leaves out defaults when one is written.
 */
export const searchParams = <
  P extends Readonly<Record<string, { fallback: unknown; read: (raw: unknown) => unknown }>>,
>(
  params: P,
) => {
  type State = Values<P>;
  const defaults = Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, param.fallback]),
  ) as State;
  const read = (raw: Readonly<Record<string, unknown>>): State =>
    Object.fromEntries(
      Object.entries(params).map(([name, param]) => [
        name,
        Object.keys(raw).includes(name) ? param.read(raw[name]) : param.fallback,
      ]),
    ) as State;
  const same = (one: unknown, other: unknown): boolean =>
    one === other ||
    (Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, at) => each === other[at]));
  // also of routes above, whose parameters stay as they are
  const strip = <S extends State>({ search, next }: { search: S; next: (search: S) => S }): S =>
    Object.fromEntries(
      Object.entries(next(search)).filter(
        ([name, value]) => !same(value, (defaults as Record<string, unknown>)[name]),
      ),
    ) as S;
  return {
    defaults,
    read,
    route: {
      validateSearch: (raw: Partial<State> & SearchSchemaInput): State => read(raw),
      search: { middlewares: [strip] },
    },
  };
};

/** The parameters that the query depends on: all but `as`, which switches between chart and table. */
export const queryParams = <S extends { readonly as: unknown }>(state: S): Omit<S, 'as'> =>
  Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'as')) as Omit<S, 'as'>;

/** Parses a query string; a repeated parameter becomes an array. */
export const parseSearch = (query: string): Record<string, string | string[]> => {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(query)) {
    const before = found[name];
    found[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return { ...found };
};

/** Writes a query string, with `?`; undefined and empty arrays are left out. */
export const stringifySearch = (state: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const all: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
    for (const one of all) {
      if (typeof one === 'string') query.append(name, one);
      else if (typeof one === 'number') query.append(name, String(one));
      else if (typeof one === 'boolean') query.append(name, one ? '1' : '0');
    }
  }
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
};
