/** Reports events from a server: in batches, again where that helps, and the rest at the end. */
import { type ApiCalls, apiCalls } from '@rollcall/contract/api';
import type { BodyOf } from '@rollcall/contract';
import { createApi } from './api.ts';
import { ApiError } from './errors.ts';
import { newId } from './new-id.ts';
import type { RequestOptions } from './request.ts';

export interface UsageOptions extends RequestOptions {
  /** The code of the product, as your pages report it. */
  readonly product: string;
  /** Whether these events are of a development system. @default false */
  readonly dev?: boolean;
  /** Milliseconds after which events are sent that were recorded. @default 2000 */
  readonly interval?: number;
  /** Events that wait at most, also while the server is away; later ones are dropped, and `onDropped` is told. @default 10000 */
  readonly queue?: number;
  /** Told of events that were not kept, and why: `queue` (too many wait), the field that is wrong, or the error of the last try. */
  readonly onDropped?: (count: number, why: string) => void;
  /** The clock. @default Date.now */
  readonly now?: () => number;
}

type Sent = BodyOf<ApiCalls['sendEvents']>['events'][number];

/** What a server reports. The key and what else a page's event has: docs/usage.md. */
export interface ServerEvent extends Pick<Sent, 'user' | 'device' | 'data' | 'duration'> {
  readonly key: string;
  /** Milliseconds since 1970. @default now */
  readonly time?: number;
}

export interface ServerUsage {
  /** Records an event; returns immediately. */
  report(event: ServerEvent): void;
  /** Sends what waits. Resolves when it is kept or dropped, or waits again because the server is away. */
  flush(): Promise<void>;
  /** Flushes, drops what the server does not take now, and takes no more. Call it before the process ends. */
  close(): Promise<void>;
}

/** Events and bytes of one request at most; the server takes 500 and 64 KiB. */
const MOST = 200;
const BYTES = 48 * 1024;
const INTERVAL = 2_000;
const QUEUE = 10_000;

/** Milliseconds until events are sent again that a server which is away did not take. */
const AWAY = 10_000;

/** An event as it was recorded, whatever its reporter does with the object later, and its bytes. */
interface Waiting {
  readonly event: Sent;
  readonly bytes: number;
}

const form = apiCalls.sendEvents.body.entries.events.item;

/** Reads an event by the contract: one that is wrong would have the whole batch refused. @returns why it can't be sent, or the event */
const readEvent = (made: unknown): string | Waiting => {
  let json: string;
  try {
    json = JSON.stringify(made);
  } catch {
    // A cycle, a BigInt, or a method that throws.
    return 'data';
  }
  const bytes = Buffer.byteLength(json) + 1;
  if (bytes > BYTES) return 'size';
  const event = JSON.parse(json) as Sent;
  const checked = form['~standard'].validate(event);
  if (checked instanceof Promise || !checked.issues) return { event, bytes };
  const [field] = checked.issues[0]?.path ?? [];
  return String(typeof field === 'object' ? field.key : (field ?? 'form'));
};

/** Takes the first events of a queue that fit into one request; at least one. */
const takeBatch = (queue: Waiting[]): Waiting[] => {
  let bytes = 0;
  let count = 0;
  for (const waiting of queue.slice(0, MOST)) {
    bytes += waiting.bytes;
    if (count > 0 && bytes > BYTES) break;
    count += 1;
  }
  return queue.splice(0, count);
};

/** Whether the same request may be taken later. */
const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Makes a reporter of events, for a service token with the scope `events:write`. Its events are marked as trusted. Each has an id from when it is
 * recorded, so that one that is sent twice is counted once. An empty event loop flushes; before `process.exit`, call `close`.
 *
 * @example const usage = createUsage({ url: 'http://127.0.0.1:8080', token: 'rcst_', product: 'my-school' });
 * @see `docs/api.md`
 */
export const createUsage = (options: UsageOptions): ServerUsage => {
  const { product, dev = false, interval = INTERVAL, queue: most = QUEUE, now = () => Date.now() } = options;
  const api = createApi(options);
  const queue: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  /** Events of the request that is under way. */
  let underWay = 0;
  /** The server did not take the last batch: it is asked again after a pause, however many events come. */
  let away = false;
  /** There is no later: what is not taken now is dropped. */
  let last = false;
  let closed = false;

  /** A fault of the listener's is none of who reports, and ends no process. */
  const drop = (count: number, why: string): void => {
    try {
      options.onDropped?.(count, why);
    } catch {}
  };
  /** It does not keep the process alive: the end of the event loop flushes. */
  const flushIn = (ms: number): void => {
    timer ??= setTimeout(() => void flush(), ms).unref();
  };
  /** @returns whether the server is away */
  const sendBatch = async (): Promise<boolean> => {
    const batch = takeBatch(queue);
    underWay = batch.length;
    try {
      const { refused } = await api.sendEvents({ product, dev, events: batch.map(({ event }) => event) });
      for (const { why } of refused) drop(1, why);
      return false;
    } catch (error) {
      const { refusal, message } = error as Partial<ApiError>;
      const later = isTransient(error);
      if (later && !last) queue.unshift(...batch);
      // The end of a process is not held up by each batch in turn.
      else drop(batch.length + (later ? queue.splice(0).length : 0), refusal ?? message ?? 'unknown');
      return later;
    } finally {
      underWay = 0;
    }
  };
  const sendAll = async (): Promise<void> => {
    away = false;
    while (queue.length > 0) {
      if (!(await sendBatch()) || queue.length === 0) continue;
      away = true;
      clearTimeout(timer);
      timer = undefined;
      flushIn(AWAY);
      return;
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const onExit = () => {
    last = true;
    void flush().finally(() => {
      last = closed;
    });
  };
  process.on('beforeExit', onExit);

  return {
    report: reported => {
      if (closed) return drop(1, 'closed');
      if (queue.length + underWay >= most) return drop(1, 'queue');
      const at = now();
      const waiting = readEvent({ ...reported, id: newId(at), time: reported.time ?? at });
      if (typeof waiting === 'string') return drop(1, waiting);
      queue.push(waiting);
      if (queue.length >= MOST && !away) void flush();
      else flushIn(interval);
    },
    flush,
    close: async () => {
      closed = true;
      last = true;
      process.off('beforeExit', onExit);
      // A flush that is about to end leaves what came meanwhile.
      do await flush();
      while (queue.length > 0);
    },
  };
};
