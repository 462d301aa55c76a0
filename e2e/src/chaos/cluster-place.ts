/** The school that pupils use: the installation of many processes, behind nginx. */
import { setTimeout as wait } from 'node:timers/promises';
import { evidence } from '../../../apps/server/src/engines/cluster/log/testing/evidence.ts';
import type { Installation } from '../../../tools/cluster/installation.ts';
import type { Ledger } from './ledger.ts';
import type { Place } from './place.ts';

/** Milliseconds between two looks at the event store, and those within which all must be as before a fault. */
const LOOK = 1_000;
const WITHIN = 180_000;

/** Ids of all events, read from ClickHouse itself. */
const loaded = async (url: string): Promise<Set<string>> => {
  const answer = await fetch(url, {
    method: 'POST',
    body: 'select toString(id) from rollcall.events format TSV',
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return new Set(text.split('\n'));
};

/**
 * @param pupils how many have to be answered before a fault is over
 * @param code reads the newest code that was sent to a number, where the processes do not show it themselves
 */
export const clusterPlace = (
  { url, servers, nats, clickHouse, database }: Installation,
  ledger: Ledger,
  { pupils, code }: { readonly pupils: number; readonly code?: Place['code'] },
): Place => {
  const accounts = servers.filter(({ role }) => role === 'accounts');
  let since = Number.POSITIVE_INFINITY;
  const served = new Set<string>();
  let left: readonly string[] = [];
  const recovery = async () => {
    while (served.size < pupils) await wait(LOOK);
    for (left = [...ledger.events]; left.length > 0; await wait(LOOK)) {
      const present = await loaded(clickHouse.url);
      left = left.filter(id => !present.has(id));
    }
  };
  // Each process shows what it sent itself.
  const shownCode = async (to: string) => {
    const lists = await Promise.all(
      accounts.map(async ({ process: { url: own } }) => {
        const answer = await fetch(`${own}/dev/messages.json?to=${to}`).catch(() => undefined);
        return ((await answer?.json()) ?? []) as { code: string; at: string }[];
      }),
    );
    const newest = lists.flat().reduce((one, other) => (other.at > one.at ? other : one));
    return newest.code;
  };
  return {
    url: () => url,
    code: code ?? shownCode,
    answered: (sent, who) => {
      if (sent > since) served.add(who);
    },
    strike: async fault => {
      const began = performance.now();
      await fault();
      served.clear();
      since = performance.now();
      const late = new AbortController();
      await Promise.race([
        recovery().finally(() => late.abort()),
        wait(WITHIN, undefined, { signal: late.signal }).then(async () => {
          console.log(await evidence({ servers: nats.servers, database: database.primary }, left));
          throw new Error(`${served.size} of ${pupils} pupils are served; not loaded: ${left.join(' ')}`);
        }),
      ]);
      return performance.now() - began;
    },
    stop: async () => {
      for (const { process: each } of servers)
        if (!each.running) ledger.wrong.push(`${each.name} ended by itself`);
    },
  };
};
