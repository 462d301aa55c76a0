/** What a section of several subjects prints. */
import type { Figures } from './load.ts';

/**
 * Prints the figures of Rollcall and of what it is measured beside, and their ratios.
 * @param figures those of Rollcall by the name `rollcall`
 * @param wanted the least ratios, where there are any
 */
export function printBeside(
  title: string,
  figures: Readonly<Record<string, Figures>>,
  wanted: Readonly<Record<string, number>> = {},
): void {
  console.log(`\n${title}`);
  for (const [name, { perSecond, p50, p99, done }] of Object.entries(figures))
    console.log(
      `  ${name.padEnd(14)} ${perSecond.toFixed(1).padStart(9)} a second   p50 ${p50.toFixed(2).padStart(8)} ms   p99 ${p99.toFixed(2).padStart(8)} ms   (${done})`,
    );
  const own = figures['rollcall']?.perSecond ?? 0;
  for (const [name, { perSecond }] of Object.entries(figures))
    if (name !== 'rollcall')
      console.log(
        `  rollcall / ${name}: ${(own / perSecond).toFixed(2)}${wanted[name] ? ` (wanted: ${wanted[name]})` : ''}`,
      );
}
