/**
 * A view's state in its address: every view has a link, and what a person typed into an address by hand never breaks
 * one. A parameter is read from text, or from the value itself where a link was made in the code; what is not
 * understood becomes the default, and what is the default is not written.
 */
import type { SearchMiddleware, SearchSchemaInput } from '@tanstack/react-router';

export interface Param<T> {
  readonly fallback: T;
  /** Takes text, several texts, or a value; gives the value, or the default. */
  readonly read: (raw: unknown) => T;
}
/** One of anything: a parameter written twice counts by its first. */
const single = (raw: unknown): unknown => (Array.isArray(raw) ? (raw as unknown[])[0] : raw);

/** Free text, trimmed of nothing; at most `longest` characters. */
export const text = (fallback = '', longest = 200): Param<string> => ({
  fallback,
  read: raw => {
    const one = single(raw);
    return typeof one === 'string' ? one.slice(0, longest) : fallback;
  },
});

/** One of the named values. */
export const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>): Param<T> => ({
  fallback,
  read: raw => values.find(value => value === single(raw)) ?? fallback,
});

/** A whole number from `least` to `most`. */
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

/** Yes or no; written as 1 or 0. */
export const flag = (fallback: boolean): Param<boolean> => ({
  fallback,
  read: raw => {
    const one = single(raw);
    return one === true || one === '1' ? true : one === false || one === '0' ? false : fallback;
  },
});

/** Several texts, each a parameter of its own in the address; at most `most`. */
export const texts = (most: number, longest = 200): Param<readonly string[]> => ({
  fallback: [],
  read: raw =>
    (Array.isArray(raw) ? (raw as unknown[]) : [raw])
      .filter(one => typeof one === 'string')
      .map(one => one.slice(0, longest))
      .slice(0, most),
});

/** A day of the calendar, `2026-09-01`; empty: none. */
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
 * The state of one view. `validateSearch` and `search` go into a route: the first reads an address, the second
 * leaves out of it what is the default.
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
        Object.hasOwn(raw, name) ? param.read(raw[name]) : param.fallback,
      ]),
    ) as State;
  const same = (one: unknown, other: unknown): boolean =>
    one === other ||
    (Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, at) => each === other[at]));
  const strip: SearchMiddleware<State> = ({ search, next }) =>
    Object.fromEntries(
      Object.entries(next(search)).filter(
        ([name, value]) => !same(value, (defaults as Record<string, unknown>)[name]),
      ),
    ) as State;
  return {
    defaults,
    read,
    route: {
      validateSearch: (raw: Partial<State> & SearchSchemaInput): State => read(raw),
      search: { middlewares: [strip] },
    },
  };
};

/** What of a view's state is asked of the server: all but whether the answer is drawn or read. */
export const queryParams = <S extends { readonly as: unknown }>(state: S): Omit<S, 'as'> =>
  Object.fromEntries(Object.entries(state).filter(([name]) => name !== 'as')) as Omit<S, 'as'>;

/** An address's query as parameters: text each, or texts where one is written more than once. */
export const parseSearch = (query: string): Record<string, string | string[]> => {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(query)) {
    const before = found[name];
    found[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return { ...found };
};

/** The other way round; nothing is written for undefined and for an empty list. */
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
