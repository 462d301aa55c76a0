/**
 * The second part of `npm run bench -- cluster`: events a second that the collector has durable on three NATS servers, against a bare publisher of the same
 * bytes in the same run; and how far loading into ClickHouse lags behind at half the rate that it was measured with.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Consents } from '../../apps/server/src/events/loader/consents.ts';
import { DatabaseQuarantine } from '../../apps/server/src/events/loader/database-quarantine.ts';
import { Loaders } from '../../apps/server/src/events/loader/loaders.ts';
import { InstallationProductNames } from '../../apps/server/src/events/loader/product-names.ts';
import { Connection } from '../../apps/server/src/engines/cluster/log/connection.ts';
import { JetStreamLog } from '../../apps/server/src/engines/cluster/log/jetstream-log.ts';
import { subjectOf } from '../../apps/server/src/engines/cluster/log/stream.ts';
import { leasedShare } from '../../apps/server/src/engines/cluster/partitions/partition-owner.ts';
import { startNats } from '../../apps/server/src/engines/cluster/log/testing/nats.ts';
import { testStore } from '../../apps/server/src/engines/cluster/store/testing/store.ts';
import { Collector } from '../../apps/server/src/features/usage/collector.ts';
import { bodyOf, facts, newEvent, newId } from '../../apps/server/src/features/usage/testing/batches.ts';
import type { OpenDatabase } from '../../apps/server/src/platform/database/connection.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
/** Events in a batch, and concurrent batches. */
const EVENTS = 20;
const AT_ONCE = 240;
const PARTITIONS = 16;
const LAG_SECONDS = 30;
/** Seconds in which the loaders start: they ask where each partition stands, and their first loads compile what they run. */
const START_SECONDS = 10;
/** Seconds after the last event in which everything has to be loaded. */
const LOADED_WITHIN = 120;
/** Three servers have no leader in their first seconds, which is logged as an error. */
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const batch = (): Buffer => {
  const at = Date.now();
  const events = Array.from({ length: EVENTS }, (_, n) =>
    newEvent({ i: newId(at), t: at, c: at, e: `lesson.${n % 40}` }),
  );
  return Buffer.from(bodyOf({ events, facts: [facts({ d: randomUUID() })] }));
};

/** Batches a second that `publish` acknowledges. */
const rateOf = async (publish: (n: number) => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  let done = 0;
  const publisher = async () => {
    while (performance.now() - begun < seconds * 1000) {
      await publish(done);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, publisher));
  return (done * 1000) / (performance.now() - begun);
};

const said = (eventsASecond: number) => Math.round(eventsASecond).toLocaleString('en-US');

/** @param loadRate events a second that were loaded into ClickHouse */
export const measureLog = async (
  { db, connect }: Pick<OpenDatabase, 'db' | 'connect'>,
  clickHouse: string,
  loadRate: number,
): Promise<void> => {
  const nats = await startNats(3);
  // One stream and one server for both: whichever leads costs both the same.
  const settings = {
    servers: nats.servers.slice(0, 1),
    stream: 'ROLLCALL',
    partitions: PARTITIONS,
    replicas: 3,
    bytes: 2 ** 32,
  };
  const log = new JetStreamLog({ ...settings, log: quiet });
  const bare = new Connection(settings, quiet);
  const store = testStore(clickHouse, { db, connect }, Date.now);
  try {
    const collector = new Collector({ log, products: undefined, now: Date.now });
    await log.connected();
    const { js } = await bare.ready();
    const bodies = Array.from({ length: 500 }, batch);
    const bodyAt = (n: number) => bodies[n % bodies.length] ?? Buffer.alloc(0);
    console.log(
      `Method: three nats-server of this machine, ${PARTITIONS} partitions, 3 replicas; batches of ${EVENTS} events (${bodyAt(0).length} bytes), ${AT_ONCE} at once, ${rounds} rounds of ${seconds} s in turn. Durable: checked and appended as a collector does with a request's body, without HTTP. Bare: the same bytes published to the same stream by the same client.`,
    );
    const sums = { durable: 0, bare: 0 };
    for (let round = 0; round < rounds; round += 1) {
      sums.durable += (await rateOf(n => collector.take(bodyAt(n), '127.0.0.1'))) * EVENTS;
      sums.bare +=
        (await rateOf(n =>
          js.publish(subjectOf(settings.stream, n % PARTITIONS), bodyAt(n), { timeout: 30_000 }),
        )) * EVENTS;
    }
    console.log(
      `  durable ${said(sums.durable / rounds)} events a second   bare ${said(sums.bare / rounds)}   ratio ${(sums.durable / sums.bare).toFixed(2)}`,
    );
    // What was published above is not to be loaded.
    for (let n = 0; n < PARTITIONS; n += 1) await log.partition(n).release(await log.partition(n).end());
    await measureLag(collector, log, store, db, loadRate / 2);
  } finally {
    await log.close();
    await bare.close();
    await store.close();
    await nats.close();
  }
};

const measureLag = async (
  collector: Collector,
  log: JetStreamLog,
  store: ReturnType<typeof testStore>,
  db: OpenDatabase['db'],
  rate: number,
): Promise<void> => {
  const logger = { ...quiet, error: console.error };
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const loaders = new Loaders({
    log,
    share: leasedShare({ db, log: logger, pause }),
    store,
    consents: new Consents(db, false, []),
    quarantine: new DatabaseQuarantine(db, Date.now),
    productNames: new InstallationProductNames(db, 20),
    now: Date.now,
    busy: () => false,
    logger,
    pause,
  });
  const most = { starting: 0, running: 0 };
  let sent = 0;
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  while (elapsed() < LAG_SECONDS) {
    const due = Math.min(AT_ONCE, Math.floor((elapsed() * rate - sent) / EVENTS));
    sent +=
      (
        await Promise.all(
          Array.from({ length: Math.max(0, due) }, () => collector.take(batch(), '127.0.0.1')),
        )
      ).length * EVENTS;
    const phase = elapsed() < START_SECONDS ? 'starting' : 'running';
    most[phase] = Math.max(most[phase], loaders.lag());
    await setTimeout(20);
  }
  const reported = elapsed();
  while (loaders.counts.events < sent) {
    if (elapsed() - reported > LOADED_WITHIN)
      throw new Error(
        `${loaders.counts.events} of ${sent} events are loaded: ${JSON.stringify(loaders.counts)}`,
      );
    await setTimeout(50);
  }
  console.log(
    `  lag of ${LAG_SECONDS} s at ${said(sent / reported)} events a second (half of what was loaded a second): ${most.running.toFixed(1)} s at most, ${most.starting.toFixed(1)} s in the first ${START_SECONDS} s, everything loaded ${(elapsed() - reported).toFixed(1)} s after the last`,
  );
  await loaders.close();
};
