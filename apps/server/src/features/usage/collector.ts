/**
 * The collector: takes a batch as it came, checks every event by the contract, keeps the good ones once, and answers
 * when they are durable (specification, sections 5, 7 and 9).
 */
import { gunzipSync } from 'node:zlib';
import {
  checkData,
  checkEvent,
  type EventRefusal,
  type EventsAnswer,
  idOf,
  isFacts,
  usageLimits,
  type WireData,
  type WireEvent,
} from '@rollcall/contract';
import { refuse } from '../../platform/refusal.ts';
import { type EventLog, LogFull, type NewRecord } from '../../events/log/event-log.ts';
import { type Claim, NoRoomForIds, type SeenIds } from '../../events/ids/seen-ids.ts';
import { jsonLengthAtMost } from './json-length.ts';
import { bodyRecord, dataRecord } from '../../events/record/record.ts';

/** Bytes of a body, and of what it unpacks to, at most: no text whose 3 × JSON length is allowed has more. */
export const LONGEST_BODY = usageLimits.request;
/** Events in a batch at most; more do not fit in its bytes if they are events. */
const MOST_EVENTS = 500;
/** Seconds after which to try again, where the log is full. */
const LATER = 10;

export interface CollectorOptions {
  readonly log: EventLog;
  readonly seen: SeenIds;
  /** The product codes that are served; undefined: any. */
  readonly products: readonly string[] | undefined;
  readonly now: () => number;
  /** Told that something was kept. */
  readonly onKept: () => void;
}

export interface CollectorCounts {
  accepted: number;
  /** Of those accepted: were there already. */
  known: number;
  refused: number;
}

interface Batch {
  readonly data: WireData;
  /** All of its events and facts are good. */
  readonly whole: boolean;
  readonly good: readonly WireEvent[];
  readonly refused: { readonly id: string; readonly why: EventRefusal }[];
}

/** All that is needed of a batch once it was read. */
interface Prepared {
  /** Undefined where nothing of it is new. */
  readonly record: NewRecord | undefined;
  readonly claim: Claim;
  readonly known: number;
  readonly accepted: number;
  readonly refused: EventsAnswer['refused'];
}

export class Collector {
  readonly #log: EventLog;
  readonly #seen: SeenIds;
  readonly #products: ReadonlySet<string> | undefined;
  readonly #now: () => number;
  readonly #onKept: () => void;
  /** Appends under way. */
  readonly #appending = new Set<Promise<unknown>>();
  readonly counts: CollectorCounts = { accepted: 0, known: 0, refused: 0 };

  constructor({ log, seen, products, now, onKept }: CollectorOptions) {
    this.#log = log;
    this.#seen = seen;
    this.#products = products && new Set(products);
    this.#now = now;
    this.#onKept = onKept;
  }

  /**
   * Takes a request's body.
   * @returns once the events are durable: how many are kept now or were already, and which were refused
   * @throws Refusal InvalidRequest (`data.field` names what is wrong) or TooLarge for a batch that can't be read; TooBusy where
   *   there is no room: nothing of the batch was kept then. Anything else is a fault.
   */
  async take(body: Buffer): Promise<EventsAnswer> {
    // What was parsed is let go of here, and not held until the disk is done: the garbage collector would copy it about.
    const { record, claim, known, accepted, refused } = this.#prepare(body);
    // What another request is about to keep is only there once it is kept.
    const others = known > 0 ? Promise.allSettled(this.#appending) : undefined;
    try {
      if (record) await this.#append(record, claim);
      const lost = (await others)?.find(other => other.status === 'rejected');
      // Ours is kept all the same; sent again, all of it is found to be there.
      if (lost) throw lost.reason;
    } catch (error) {
      throw error instanceof LogFull ? tooBusy() : error;
    }
    this.counts.accepted += accepted;
    this.counts.known += known;
    this.counts.refused += refused.length;
    return { accepted, refused };
  }

  #prepare(body: Buffer): Prepared {
    if (body.length > LONGEST_BODY) throw refuse('TooLarge');
    const { alg, opened, escaped } = openBody(body);
    const { data, whole, good, refused } = this.#check(opened, escaped);
    const { fresh, claim } = this.#claim(good);
    const known = good.length - fresh.length;
    const asItCame = alg === 0 && whole && known === 0;
    const received = this.#now();
    const record =
      fresh.length === 0
        ? undefined
        : asItCame
          ? bodyRecord(received, body)
          : dataRecord(received, { ...goodFacts(data), body: fresh });
    return { record, claim, known, accepted: good.length, refused };
  }

  #check(opened: unknown, escaped: boolean): Batch {
    const data = checkData(opened);
    if (typeof data === 'string') throw invalid(data);
    if (data.body.length > MOST_EVENTS) throw invalid('body');
    if (this.#products?.has(String(data.meta.product_code)) === false) throw invalid('product_code');
    const facts = data.ext.map(each => isFacts(each, escaped));
    const good: WireEvent[] = [];
    const refused: { id: string; why: EventRefusal }[] = [];
    for (const event of data.body) {
      const why = refusalOf(event, facts, escaped);
      if (why === undefined) good.push(event as WireEvent);
      else refused.push({ id: idOf(event), why });
    }
    const whole = refused.length === 0 && !facts.includes(false);
    return { data: data as unknown as WireData, whole, good, refused };
  }

  /** @returns the events that are new; their ids are taken from here on */
  #claim(good: readonly WireEvent[]): { fresh: readonly WireEvent[]; claim: Claim } {
    try {
      const { fresh, claim } = this.#seen.claim(good.map(({ i }) => i));
      return { fresh: fresh.includes(false) ? good.filter((_, index) => fresh[index]) : good, claim };
    } catch (error) {
      throw error instanceof NoRoomForIds ? tooBusy() : error;
    }
  }

  async #append(record: NewRecord, claim: Claim): Promise<void> {
    const appended = this.#log.append([record]).then(
      next => this.#seen.kept(claim, next),
      (error: unknown) => {
        this.#seen.release(claim);
        throw error;
      },
    );
    this.#appending.add(appended);
    try {
      await appended;
    } finally {
      this.#appending.delete(appended);
    }
    this.#onKept();
  }
}

const tooBusy = () =>
  refuse('TooBusy', { message: 'No room for events now; try again later.', data: { retry_after: LATER } });

const invalid = (field: string) => refuse('InvalidRequest', { data: { field } });

/** The parts of a batch that its events share, without facts that no event is kept with: these may be anything. */
const goodFacts = ({ meta, ext }: WireData): Pick<WireData, 'meta' | 'ext'> => ({
  meta,
  ext: ext.map(facts => (isFacts(facts) ? facts : {})),
});

const refusalOf = (event: unknown, facts: readonly boolean[], escaped: boolean): EventRefusal | undefined => {
  const atMost = jsonLengthAtMost(event);
  // So deep that it is too long, and that nothing should try to write it.
  if (atMost === Number.POSITIVE_INFINITY) return 'size';
  const length = 3 * atMost <= usageLimits.event ? atMost : undefined;
  return checkEvent(event, facts, length, escaped);
};

/** `escaped`: the JSON has escapes by which a text may hold what no store takes (see `checkEvent`). */
const openBody = (body: Buffer): { alg: 0 | 1; opened: unknown; escaped: boolean } => {
  const batch = parse(body, 'body');
  if (typeof batch !== 'object' || batch === null) throw invalid('body');
  const { alg, type, data } = batch as Record<string, unknown>;
  if (type !== 0) throw invalid('type');
  if (alg === 0) return { alg, opened: data, escaped: body.includes('\\u') };
  if (alg !== 1) throw invalid('alg');
  if (typeof data !== 'string') throw invalid('data');
  const json = unzip(data);
  return { alg, opened: parse(json, 'data'), escaped: json.includes('\\u') };
};

const parse = (bytes: Buffer, field: string): unknown => {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw invalid(field);
  }
};

const unzip = (base64: string): Buffer => {
  try {
    return gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: LONGEST_BODY });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? refuse('TooLarge')
      : invalid('data');
  }
};
