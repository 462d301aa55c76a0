import type { ConsentKind, EventKind } from '@rollcall/contract';
import { type Facts, permitted } from './facts.ts';
import { CLICK, CONSENT, EVENT, QUEUE, VIEW } from './limits.ts';
import type { Grants } from './consent.ts';

/** Why an event was dropped: more than 1000 waiting, over 5000 in size, not JSON, refused, store full, consent withdrawn. */
export type DropReason = 'queue' | 'size' | 'form' | 'refused' | 'store' | 'consent';

/** An event that waits until it is acknowledged. */
export interface Entry {
  readonly id: string;
  readonly kind: EventKind;
  /** ms since 1970 by the device; with `offset` by the server. */
  readonly time: number;
  offset?: number | undefined;
  readonly facts: Facts;
  /** The event without `t` and `x`, until it is serialised in idle time. */
  wire?: object | undefined;
  /** The same as JSON. */
  json: string;
  /** Set once it may have reached the collector. */
  tried?: true | undefined;
  /** Whether it is in a request or beacon that outlives the page, as far as anybody knows. */
  travels?: boolean;
}

/** What `t` and `x` add to an event at most: `"t":`, 13 digits, `"x":`, 3 digits, two commas. */
const ADDED = 26;

/** The consents that an event can't be recorded or sent without; a click tells both what was done and where. */
export const needs = (kind: EventKind): readonly ConsentKind[] =>
  kind === VIEW ? ['view'] : kind === CONSENT ? [] : kind === CLICK ? ['event', 'view'] : ['event'];

/** Serialises an entry, or says why it can't be sent. */
export const serialise = (entry: Entry): DropReason | undefined => {
  try {
    entry.json = JSON.stringify(entry.wire);
  } catch {
    return 'form';
  } finally {
    entry.wire = undefined;
  }
  return 3 * (entry.json.length + ADDED) > EVENT ? 'size' : undefined;
};

/**
 * Holds what was recorded until it is acknowledged: at most 1000 events (specification, section 9). Records of
 * consent and reports of what was dropped are never dropped themselves, and not counted.
 *
 * @param save keeps them beyond the page's life
 * @param forget no longer keeps them
 * @param report records how many were dropped
 */
export const createQueue = (
  grants: () => Grants,
  save: (entries: readonly Entry[]) => void,
  forget: (entries: readonly Entry[]) => void,
  report: (counts: object) => Entry | undefined,
) => {
  let list: Entry[] = [];
  const dropped: Partial<Record<DropReason, number>> = {};
  let unreported: typeof dropped | undefined;
  let reported: Entry | undefined;
  const stats = { accepted: 0, acknowledged: 0, dropped };

  const drop = (reason: DropReason, { kind }: Entry): void => {
    if (kind >= CONSENT) return;
    dropped[reason] = (dropped[reason] ?? 0) + 1;
    if (reason !== 'consent') (unreported ??= {})[reason] = (unreported[reason] ?? 0) + 1;
  };
  /** Takes out and gives those that `gone` says. */
  const take = (gone: (entry: Entry) => boolean): Entry[] => {
    const taken = list.filter(gone);
    list = list.filter(entry => !taken.includes(entry));
    return taken;
  };
  const remove = (gone: (entry: Entry) => boolean, reason: DropReason): void => {
    const lost = take(gone);
    for (const entry of lost) drop(reason, entry);
    forget(lost);
  };
  const permits = ({ kind, facts }: Pick<Entry, 'kind' | 'facts'>): boolean =>
    needs(kind).every(need => permitted(facts, grants(), need));

  return {
    stats,
    drop,
    permits,
    list: (): readonly Entry[] => list,
    /** Takes an event in; false where there is no consent, or no room even if the oldest went. */
    add(entry: Entry): boolean {
      if (!permits(entry)) return false;
      if (entry.kind < CONSENT) {
        if (list.length >= QUEUE) {
          // The oldest that surely nobody has: one that was tried may be in the collector already.
          const oldest = list.find(({ kind, tried }) => kind < CONSENT && !tried);
          if (!oldest) return false;
          remove(other => other === oldest, 'queue');
        }
        stats.accepted++;
      }
      list.push(entry);
      return true;
    },
    /** Serialises what came in, and drops what may no longer be sent. */
    drain(): void {
      // What was dropped is reported, one report at a time.
      if (unreported && !list.includes(reported as Entry)) {
        reported = report(unreported);
        if (reported) unreported = undefined;
      }
      const fresh = list.filter(({ wire }) => wire);
      for (const entry of fresh) {
        const reason = serialise(entry);
        if (reason) remove(other => other === entry, reason);
      }
      remove(entry => !permits(entry), 'consent');
      save(fresh.filter(entry => list.includes(entry)));
    },
    remove,
    take,
    /** Takes out what the collector has answered for; `refused` are the ids of those that it did not want. */
    acknowledge(entries: readonly Entry[], refused: readonly string[]): void {
      remove(({ id }) => refused.includes(id), 'refused');
      stats.acknowledged += take(entry => entries.includes(entry)).filter(
        ({ kind }) => kind < CONSENT,
      ).length;
      // All of them, since some may have been left to the store while the answer was on its way.
      forget(entries);
    },
    /** Takes in what an earlier page left in the store: it may have sent it and died before the answer. */
    adopt(found: readonly Entry[]): void {
      list = [
        ...found
          .filter(({ id }) => !list.some(other => other.id === id))
          .map(entry => ({ ...entry, tried: true as const })),
        ...list,
      ];
    },
  };
};
export type Queue = ReturnType<typeof createQueue>;
