/** A document's cookies with a held clock: what a browser does with `document.cookie`. */
export interface Jar {
  cookie: string;
  /** Every line that was set. */
  readonly lines: string[];
  /** Ends a cookie as if its time had come. */
  drop(name: string): void;
  /** Puts another's cookie in the way of that name: one that scripts read first, or without a value (HttpOnly) not at all. */
  occupy(name: string, value?: string): void;
}

/** @param now milliseconds since 1970 */
export const fakeJar = (now: () => number = () => 0): Jar => {
  const cookies = new Map<string, { value: string; until: number }>();
  const lines: string[] = [];
  const occupied = new Map<string, string | undefined>();
  return {
    lines,
    get cookie() {
      const others = [...occupied].flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      );
      const own = [...cookies]
        .filter(([, { until }]) => until > now())
        .map(([name, { value }]) => `${name}=${value}`);
      return [...others, ...own].join('; ');
    },
    set cookie(line) {
      lines.push(line);
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      // A cookie that scripts can't read can't be written by them either.
      if (occupied.has(name) && occupied.get(name) === undefined) return;
      const maxAge = attributes.find(attribute => attribute.startsWith('max-age='))?.slice(8);
      const until = maxAge === undefined ? Infinity : now() + Number(maxAge) * 1000;
      if (until > now()) cookies.set(name, { value: pair.slice(at + 1), until });
      else cookies.delete(name);
    },
    drop: name => {
      cookies.delete(name);
    },
    occupy: (name, value) => {
      occupied.set(name, value);
    },
  };
};
