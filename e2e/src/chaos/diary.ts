/** What a simulated pupil reports under its own account: events and consents, which it has erased now and then. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../people.ts';
import type { Exported } from '../usage-data.ts';
import type { Ledger } from './ledger.ts';

/** Pages before an erasure, and erasures of one account: five a day are allowed. */
const PAGES = 10;
const ERASURES = 3;
/** Changes of consent that a person is told, the newest. */
const CHANGES = 100;
/** When a change was, of a text of record, time and kinds. */
const atOf = (change: string): number => Number(change.split(' ')[1]);
/** Milliseconds between two looks at what is not over yet at the end. */
const LOOK = 500;

export interface DiaryOptions {
  /** Its id. */
  readonly account: string;
  readonly ledger: Ledger;
  /** Reports until it is acknowledged. @returns the events' ids */
  readonly report: (facts: readonly object[], events: readonly object[]) => Promise<string[]>;
  /** Makes a call with the account's token until it is answered. */
  readonly ask: (method: string, path: string) => Promise<Answer>;
  /** What is stored of the account. */
  readonly stored: () => Promise<readonly Exported[]>;
}

export interface Diary {
  /** Writes a page, has everything erased, or looks whether it is. */
  act(): Promise<void>;
  /** Compares what is kept with what was acknowledged and not erased since. */
  check(): Promise<void>;
}

const VERSION = '2026-09';

export const newDiary = ({ account, ledger, report, ask, stored }: DiaryOptions): Diary => {
  let record = randomUUID();
  let pages = 0;
  let erasures = 0;
  let erasing: string | undefined;
  /** Acknowledged, and not erased since. */
  let events: string[] = [];
  let consents: string[] = [];

  const write = async () => {
    pages += 1;
    const grant = [VERSION, Date.now(), pages];
    // Of those that no event here needs, one is granted and withdrawn by turns.
    const granted = { event: grant, user: grant, ...(pages % 2 === 0 ? { view: grant } : {}) };
    const consent = { k: 3, e: 'consent', b: { r: record, n: pages, g: granted } };
    const ids = await report([{ u: account }], [consent, { e: 'diary' }]);
    if (ids.length === 0) return;
    events.push(...ids);
    consents.push(`${record} ${grant[1]} ${Object.keys(granted).sort()}`);
  };
  const erase = async () => {
    const { status, body } = await ask('POST', '/usage/v1/data/erasure');
    if (status !== 200) return void ledger.wrong.push(`an erasure: ${status} ${body.code}`);
    erasing = String(body.data?.['id']);
    erasures += 1;
    pages = 0;
  };
  /** Whether no erasure is under way. */
  const settled = async (): Promise<boolean> => {
    if (erasing === undefined) return true;
    const { status, body } = await ask('GET', `/usage/v1/data/job?id=${erasing}`);
    if (status !== 200) ledger.wrong.push(`a look at an erasure: ${status} ${body.code}`);
    if (body.data?.['state'] !== 'done') return false;
    [events, consents, record, erasing] = [[], [], randomUUID(), undefined];
    return true;
  };

  return {
    // While an erasure is under way nothing is written: it may or may not take that along.
    act: async () => {
      if (!(await settled())) return;
      if (pages === PAGES && erasures < ERASURES) await erase();
      else await write();
    },
    check: async () => {
      while (!(await settled())) await wait(LOOK);
      const found = (await stored()).map(({ id }) => id).sort();
      if (String(found) !== String(events.sort()))
        ledger.wrong.push(`the diary of ${account} has ${found.join(' ')}, not ${events.join(' ')}`);
      const { body } = await ask('GET', '/usage/v1/consents');
      const kept = (body.data as unknown as { record: string; granted: object; at: number }[]).map(
        ({ record: of, granted }) =>
          `${of} ${(granted as { event: { at: number } }).event.at} ${Object.keys(granted).sort()}`,
      );
      const newest = consents.toSorted((one, other) => atOf(other) - atOf(one)).slice(0, CHANGES);
      if (String(kept.sort()) !== String(newest.sort()))
        ledger.wrong.push(`the consents of ${account} are ${kept.join('; ')}, not ${newest.join('; ')}`);
    },
  };
};
