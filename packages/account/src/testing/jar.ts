/** A document's cookies with a held clock: what a browser does with `document.cookie`. */
export interface Jar {
  cookie: string;
  /** Every line that was set. */
  readonly lines: string[];
  /** Ends a cookie as if its time had come. */
  drop(name: string): void;
}

/** @param now milliseconds since 1970 */
export const fakeJar = (now: () => number = () => 0): Jar => {
  const cookies = new Map<string, { value: string; until: number }>();
  const lines: string[] = [];
  return {
    lines,
    get cookie() {
      return [...cookies]
        .filter(([, { until }]) => until > now())
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; ');
    },
    set cookie(line) {
      lines.push(line);
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const maxAge = attributes.find(attribute => attribute.startsWith('max-age='))?.slice(8);
      const until = maxAge === undefined ? Infinity : now() + Number(maxAge) * 1000;
      if (until > now()) cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), until });
      else cookies.delete(pair.slice(0, at));
    },
    drop: name => {
      cookies.delete(name);
    },
  };
};
