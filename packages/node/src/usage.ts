/** Reports events from a server: in batches, again where that helps, and the rest at the end. */
import type { ApiCalls } from '@rollcall/contract/api';
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
  /** Events that wait at most; later ones are dropped, and `onDropped` is told. @default 10000 */
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
  /** Sends what waits. Resolves when it is kept or dropped. */
  flush(): Promise<void>;
  /** Flushes, and takes no more. Call it before the process ends. */
  close(): Promise<void>;
}

/** Events and bytes of one request at most; the server takes 500 and 64 KiB. */
const MOST = 200;
const BYTES = 48 * 1024;
const INTERVAL = 2_000;
const QUEUE = 10_000;

const sizeOf = (event: Sent): number => Buffer.byteLength(JSON.stringify(event)) + 1;

/** Takes the first events of a queue that fit into one request; at least one. */
const takeBatch = (queue: Sent[]): Sent[] => {
  let bytes = 0;
  let count = 0;
  for (const event of queue.slice(0, MOST)) {
    bytes += sizeOf(event);
    if (count > 0 && bytes > BYTES) break;
    count += 1;
  }
  return queue.splice(0, count);
};

/**
 * Makes a reporter of events, for a service token with the scope `events:write`. Its events are marked as trusted. Each has an id from when it is
 * recorded, so that one that is sent twice is counted once. An empty event loop flushes; before `process.exit`, call `close`.
 *
 * @example const usage = createUsage({ url: 'http://127.0.0.1:8080', token: 'rcst_', product: 'my-school' });
 * @see `docs/api.md`
 */
export const createUsage = (options: UsageOptions): ServerUsage => {
  const { product, dev = false, interval = INTERVAL, queue: most = QUEUE, now = () => Date.now() } = options;
  const onDropped = options.onDropped ?? (() => {});
  const api = createApi(options);
  const queue: Sent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let closed = false;

  const sendBatch = async (): Promise<void> => {
    const events = takeBatch(queue);
    try {
      const { refused } = await api.sendEvents({ product, dev, events });
      for (const { why } of refused) onDropped(1, why);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onDropped(events.length, error.refusal ?? error.message);
    }
  };
  const sendAll = async (): Promise<void> => {
    while (queue.length > 0) await sendBatch();
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const onExit = () => void flush();
  process.on('beforeExit', onExit);

  return {
    report: event => {
      if (closed || queue.length >= most) return onDropped(1, closed ? 'closed' : 'queue');
      const at = now();
      queue.push({ ...event, id: newId(at), time: event.time ?? at });
      if (queue.length >= MOST) void flush();
      // It does not keep the process alive: the end of the event loop flushes.
      else timer ??= setTimeout(() => void flush(), interval).unref();
    },
    flush,
    close: async () => {
      closed = true;
      process.off('beforeExit', onExit);
      await flush();
    },
  };
};
