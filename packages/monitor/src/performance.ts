import { type Listen, type BrowserEnvironment, whenIdle } from './browser-environment.ts';
import type { Add } from './queue.ts';

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly navigationType?: string;
}
const VITALS = ['LCP', 'INP', 'CLS', 'TTFB', 'FCP'] as const;
/** The functions of web-vitals that are used. */
export type Vitals = Readonly<
  Record<`on${(typeof VITALS)[number]}`, (tell: (metric: Measured) => void) => void>
>;

/**
 * Reports the navigation timing (milliseconds since its start) when the page is loaded and idle, then loads web-vitals
 * for the other metrics.
 *
 * @param failed called with the error if web-vitals fails to load
 */
export const observePerformance = (
  browser: BrowserEnvironment,
  listen: Listen,
  add: Add,
  load: () => Promise<Vitals>,
  failed: (error: unknown) => void,
): void => {
  const tell = ({ name, value, navigationType }: Measured): void =>
    // Four decimals, since CLS is small.
    add('t', 1, name, +value.toFixed(4), navigationType, browser.navigator?.connection?.effectiveType);
  const measure = (): void => {
    const [entry] = browser.performance.getEntriesByType('navigation');
    // Such as `responseEnd`. The properties are the prototype's, so Object.keys finds none.
    for (const name in entry) if (name.endsWith('End')) tell({ name, value: entry[name as 'duration'] });
    load().then(vitals => VITALS.map(name => vitals[`on${name}`](tell)), failed);
  };
  // `loadEventEnd` is set only after the listeners of `load` have run.
  const begin = (): unknown => browser.setTimeout(whenIdle, 0, browser, measure);
  if (browser.document.readyState === 'complete') begin();
  else listen('load', begin);
};
