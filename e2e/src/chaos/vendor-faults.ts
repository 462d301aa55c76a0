/** Faults of the vendors: people who need them are refused as the documents say, or served otherwise; nobody else notices. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { failures, type Failure } from './vendor-gate.ts';
import { vendorPaths, type Vendors } from './vendors.ts';
import { newVisitors, type Outcome } from './visitors.ts';

/**
 * People who come concurrently, more than a process has connections to its database; and those of them who have to
 * show that they are human.
 */
const VISITORS = 24;
const CHALLENGED = 4;
/** Milliseconds within which nobody is refused any more once the vendors are well again. */
const WITHIN = 60_000;
/** Milliseconds without a refusal after which a fault is over: longer than a page waits for an event log that does not answer. */
const SETTLED = 10_000;

const failed = ({ refused, unanswered }: Ledger): number => refused + unanswered;
/** Resolves when everybody is in, and no call was refused for a while: the fault before is over. */
const settled = async (ledger: Ledger): Promise<void> => {
  for (let before = failed(ledger); ; before = failed(ledger)) {
    await wait(SETTLED);
    if (ledger.entering === 0 && failed(ledger) === before) return;
  }
};

/** @param url where the school is reached; may change */
export const vendorFaults = (
  { gate, ...vendors }: Vendors,
  url: () => string,
  ledger: Ledger,
): readonly Fault[] => {
  const visitors = newVisitors(url, vendors);
  const many = (count: number, visit: () => Promise<Outcome>) =>
    Promise.all(Array.from({ length: count }, visit));
  const all = () =>
    Promise.all([
      many(VISITORS, visitors.code),
      many(VISITORS, visitors.wechat),
      many(CHALLENGED, visitors.challenge),
    ]);
  /** Lets people come while vendors fail, and then until all are served. */
  const strike = async (
    paths: readonly string[],
    how: Failure,
    come: () => Promise<readonly (readonly Outcome[])[]>,
    outcome: Outcome,
  ): Promise<void> => {
    const before = failed(ledger);
    gate.fail(paths, how);
    const met = (await come()).flat();
    gate.mend();
    const disturbed = failed(ledger) - before;
    // Their calls need no vendor.
    if (disturbed > 0) ledger.wrong.push(`${disturbed} calls were not answered because a vendor ${how}`);
    const others = met.filter(each => each !== outcome).length;
    if (others > 0) ledger.wrong.push(`${others} of ${met.length} were not ${outcome} while a vendor ${how}`);
    const mended = performance.now();
    while ((await all()).flat().some(each => each === 'refused'))
      if (performance.now() - mended > WITHIN)
        return void ledger.wrong.push(`people are refused long after a vendor that ${how} was well again`);
  };
  return [
    ...failures.map(
      (how): Fault => [
        `every vendor ${how}`,
        () => strike(vendorPaths.all, how, all, 'refused'),
        () => settled(ledger),
      ],
    ),
    // The next one serves.
    ...failures.map(
      (how): Fault => [
        `the first vendor of text messages ${how}`,
        () =>
          strike(vendorPaths.firstMessages, how, async () => [await many(VISITORS, visitors.code)], 'served'),
        () => settled(ledger),
      ],
    ),
  ];
};
