/**
 * The process of the event store. It is one of its own: a query may take both cores for seconds and the database
 * blocks threads of node's pool, which the server needs for passwords and for the disk; and a fault of the
 * database ends this process, not the server. It ends with the server, however that ends.
 */
import { setPriority } from 'node:os';
import { StoreDatabase } from './database.ts';
import type { FromProcess, StoreCallName, StoreCalls, ToProcess } from './protocol.ts';
import { sendable, StoreUnavailable } from '../../../events/store/errors.ts';

/** Behind the server where both want the processor. */
const NICE = 5;

let database: StoreDatabase | undefined;
const opened = (): StoreDatabase => {
  if (!database) throw new StoreUnavailable('the store is not open');
  return database;
};

type Answers = {
  readonly [Name in StoreCallName]: (
    given: StoreCalls[Name]['in'],
    id: number,
  ) => Promise<StoreCalls[Name]['out']>;
};

const answers: Answers = {
  open: async settings => {
    database ??= await StoreDatabase.open(settings);
    return { upgradedFrom: database.upgradedFrom };
  },
  loadedTo: ({ partition, log }) => opened().loadedTo(partition, log),
  stage: ({ load, events, reports }) =>
    opened()
      .stage(load, events, reports)
      .then(() => undefined),
  load: ({ load, parts, range, trial }) => opened().load({ load, parts }, range, trial),
  moveTo: ({ partition, log, offset }) =>
    opened()
      .moveTo(partition, log, offset)
      .then(() => undefined),
  query: (question, id) => opened().query(id, question),
  erase: ({ subjects, at }) => opened().erase(subjects, at),
  peopleAt: () => opened().peopleAt(),
  changePeople: change => opened().changePeople(change),
  eraseSample: ({ at }) => opened().eraseSample(at),
  erasedSince: () => opened().erasedSince(),
  rewrite: () =>
    opened()
      .rewrite()
      .then(() => undefined),
  expire: before => opened().expire(before),
  compact: now => opened().compact(now),
  close: async () => {
    await database?.close();
    return undefined;
  },
};

const say = (message: FromProcess): void => {
  // The server may be gone; then the message has no reader.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
};

/** After some errors (a full disk while writing its log) the database refuses everything until it is opened again. */
const isFatal = (error: unknown): boolean =>
  error instanceof Error && /FATAL|database has been invalidated/.test(error.message);

const answer = async (id: number, call: StoreCallName, given: unknown): Promise<void> => {
  try {
    // The call's name decides the form of what came with it; both sides are of one build.
    const out = await (answers[call] as (given: unknown, id: number) => Promise<unknown>)(given, id);
    say({ id, out });
  } catch (error) {
    const fatal = isFatal(error);
    say({ id, error: sendable(error), fatal });
    if (fatal) setImmediate(() => process.kill(process.pid, 'SIGKILL'));
  }
};

process.on('message', (message: ToProcess) => {
  if ('cancel' in message) database?.stop(message.cancel);
  else void answer(message.id, message.call, message.in);
});
// What is not committed is loaded again; waiting for it would keep the file from the next server.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A terminal sends these to the whole group; the server says when to close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
try {
  setPriority(NICE);
} catch {
  // Some containers forbid it; the store works as well at the server's priority.
}
