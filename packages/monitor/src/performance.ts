import { type Listen, type Outside, whenIdle } from './outside.ts';
import type { Add } from './queue.ts';

interface Measured {
  readonly name: string;
  readonly value: number;
  readonly navigationType?: string;
}
const VITALS = ['LCP', 'INP', 'CLS', 'TTFB', 'FCP'] as const;
/** What is used of web-vitals. */
export type Vitals = Readonly<
  Record<`on${(typeof VITALS)[number]}`, (tell: (metric: Measured) => void) => void>
>;

/**
 * Once the page is loaded and idle: reports its navigation (ms since it began), and loads web-vitals for the rest.
 *
 * @param failed told where web-vitals could not be loaded
 */
export const watchPerformance = (
  outside: Outside,
  listen: Listen,
  add: Add,
  load: () => Promise<Vitals>,
  failed: (error: unknown) => void,
): void => {
  const tell = ({ name, value, navigationType }: Measured): void =>
    // Four digits after the point: CLS is small.
    add('t', 1, name, +value.toFixed(4), navigationType);
  const measure = (): void => {
    const [entry] = outside.performance.getEntriesByType('navigation');
    // The ends of its stations, such as `responseEnd`; its properties are its prototype's.
    for (const name in entry) if (name.endsWith('End')) tell({ name, value: entry[name as 'duration'] });
    load().then(vitals => VITALS.map(name => vitals[`on${name}`](tell)), failed);
  };
  // The navigation's own end stands in its timing only after the event's listeners.
  const begin = (): unknown => outside.setTimeout(whenIdle, 0, outside, measure);
  if (outside.document.readyState === 'complete') begin();
  else listen('load', begin);
};
