/**
 * The collector: takes a batch as it came, checks every event by the contract, keeps the good ones, and answers when they are durable
 * (specification, sections 5, 7 and 9). The same event sent twice is kept twice; the event store counts it once.
 */
import { traced } from '../../platform/tracing.ts';
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
import { Refusal, refuse } from '../../platform/refusal.ts';
import { type EventLog, LogFull, type NewRecord } from '../../events/log/event-log.ts';
import { namesOf, type NetworkNames, withOthers } from './network-names.ts';
import type { NetworkProducts } from './network-products.ts';
import type { RecentRefusals } from './recent-refusals.ts';
import { jsonLengthAtMost } from './json-length.ts';
import { bodyRecord, dataRecord, jsonRecord, trustedRecord } from '../../events/record/record.ts';

/** Bytes of a body, and of what it unpacks to, at most: no text whose 3 × JSON length is allowed has more. */
export const LONGEST_BODY = usageLimits.request;
/** Events in a batch at most; more do not fit in its bytes if they are events. */
const MOST_EVENTS = 500;
/** Refused events of a batch that are noted: the first ones show what is wrong. */
const MOST_NOTED = 5;
/** The product of events whose own is one too many. */
const OTHER = 'other';
const NONE: ReadonlySet<string> = new Set();
/** Seconds after which to try again, where the log is full. */
const LATER = 10;

export interface CollectorOptions {
  readonly log: EventLog;
  /** The product codes that are served; undefined: any. */
  readonly products: readonly string[] | undefined;
  /** Which of them count by name, where any is taken. @default all */
  readonly newProducts?: Pick<NetworkProducts, 'admits'> | undefined;
  /** Which keys and platforms of pages count by name. @default all */
  readonly newNames?: Pick<NetworkNames, 'isNew' | 'others'> | undefined;
  readonly now: () => number;
  /** Told what is refused. */
  readonly refusals?: Pick<RecentRefusals, 'add' | 'recognise'>;
}

export interface CollectorCounts {
  accepted: number;
  refused: number;
  /** Batches with a key or a platform that counts as `others`. */
  others: number;
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
  readonly product: string;
  /** Keys and platforms that this process does not know. */
  readonly newNames: readonly string[];
  /** Undefined where no event of it is good. */
  readonly record: NewRecord | undefined;
  /** Whose events they are, for their place in the log: those of one device stay in order. */
  readonly key: string;
  readonly accepted: number;
  readonly refused: EventsAnswer['refused'];
}

/** What stands in the place of the batch's own. */
interface Changes {
  /** @default its own */
  readonly product?: string | undefined;
  /** Names that count as `others`. */
  readonly others: ReadonlySet<string>;
}

export class Collector {
  readonly #log: EventLog;
  readonly #products: ReadonlySet<string> | undefined;
  readonly #newProducts: CollectorOptions['newProducts'];
  readonly #newNames: CollectorOptions['newNames'];
  readonly #now: () => number;
  readonly #refusals: CollectorOptions['refusals'];
  readonly counts: CollectorCounts = { accepted: 0, refused: 0, others: 0 };

  constructor({ log, products, newProducts, newNames, now, refusals }: CollectorOptions) {
    this.#log = log;
    this.#products = products && new Set(products);
    this.#newProducts = products ? undefined : newProducts;
    this.#newNames = newNames;
    this.#now = now;
    this.#refusals = refusals;
  }

  /**
   * Takes a request's body.
   * @param ip its sender, for the budgets of new names alone
   * @returns once the events are durable: how many were kept, and which were refused
   * @throws Refusal InvalidRequest (`data.field` names what is wrong) or TooLarge for a batch that can't be read; TooBusy where
   *   there is no room: nothing of the batch was kept then. Anything else is a fault.
   */
  async take(body: Buffer, ip: string): Promise<EventsAnswer> {
    // The parsed batch is released here, not held until the disk is done: the garbage collector would copy it.
    const prepared = this.#prepare(body);
    const changes = prepared.record && (await this.#changesOf(prepared, ip));
    if (!changes) return this.#keep(prepared);
    if (changes.product !== undefined) this.#note({ product: prepared.product, why: OTHER, batch: true });
    if (changes.others.size > 0) this.counts.others += 1;
    const { record } = this.#prepare(body, changes);
    return this.#keep({ ...prepared, record }, changes.product === undefined);
  }

  /**
   * Takes what a server reports with a service token.
   * @param isKept whether an event of a time is kept; one that is not is refused as `timestamp`
   * @returns and throws as `take`
   */
  async takeTrusted(data: WireData, isKept: (time: number) => boolean): Promise<EventsAnswer> {
    const checked = this.#check(data, true, true);
    const good = checked.good.filter(({ t }) => isKept(t));
    const late = checked.good.filter(({ t }) => !isKept(t));
    const product = String(data.meta.product_code);
    for (const { e } of late.slice(0, MOST_NOTED))
      this.#note({ product, key: e, why: 'timestamp', batch: false });
    const record = trustedRecord(this.#now(), { ...goodFacts(checked.data), body: good });
    return this.#keep({
      product,
      record: good.length === 0 ? undefined : record,
      key: keyOf(data),
      accepted: good.length,
      refused: [...checked.refused, ...late.map(({ i }) => ({ id: i, why: 'timestamp' as const }))],
    });
  }

  /** @returns undefined where the batch counts as it is */
  async #changesOf({ product, newNames }: Prepared, ip: string): Promise<Changes | undefined> {
    const at = this.#now();
    const isServed = !this.#newProducts || (await this.#newProducts.admits(product, ip, at));
    const others =
      this.#newNames && newNames.length > 0 ? await this.#newNames.others(newNames, ip, at) : NONE;
    return isServed && others.size === 0 ? undefined : { product: isServed ? undefined : OTHER, others };
  }

  /** @param isOwn whether the events count as their product's */
  async #keep(
    { product, record, key, accepted, refused }: Omit<Prepared, 'newNames'>,
    isOwn = true,
  ): Promise<EventsAnswer> {
    if (record) {
      await traced(
        () => ({ name: 'event log append' }),
        () => this.#log.append([record], key),
      ).catch((error: unknown) => {
        if (!(error instanceof LogFull)) throw error;
        const busy = tooBusy();
        this.#note({ product, why: busy.refusal, batch: true });
        throw busy;
      });
      if (isOwn) this.#refusals?.recognise(product);
    }
    this.counts.accepted += accepted;
    this.counts.refused += refused.length;
    return { accepted, refused };
  }

  #prepare(body: Buffer, changes?: Changes): Prepared {
    const { json, opened, escaped } = this.#open(body);
    const { data, whole, good, refused } = this.#check(opened, escaped, changes === undefined);
    const received = this.#now();
    const record =
      good.length === 0
        ? undefined
        : changes || !whole
          ? dataRecord(received, changed({ ...goodFacts(data), body: good }, changes))
          : json
            ? jsonRecord(received, json)
            : bodyRecord(received, body);
    return {
      record,
      product: String(data.meta.product_code),
      newNames:
        record && this.#newNames && !changes ? this.#newNamesOf({ ...goodFacts(data), body: good }) : [],
      key: keyOf(data),
      accepted: good.length,
      refused,
    };
  }

  #newNamesOf(data: WireData): readonly string[] {
    return [...namesOf(data)].filter(name => this.#newNames?.isNew(name));
  }

  #open(body: Buffer): ReturnType<typeof openBody> {
    try {
      if (body.length > LONGEST_BODY) throw refuse('TooLarge');
      return openBody(body);
    } catch (error) {
      if (error instanceof Refusal)
        this.#note({ why: error.detail.data?.field ?? error.refusal, batch: true });
      throw error;
    }
  }

  #note(refusal: Omit<Parameters<RecentRefusals['add']>[0], 'at'>): void {
    this.#refusals?.add({ ...refusal, at: this.#now() });
  }

  /** @param isFirst whether the same batch was not checked before */
  #check(opened: unknown, escaped: boolean, isFirst: boolean): Batch {
    const data = checkData(opened);
    const product = typeof data === 'string' ? undefined : data.meta.product_code;
    const refused = (field: string) => {
      this.#note({ product, why: field, batch: true });
      return invalid(field);
    };
    if (typeof data === 'string') throw refused(data);
    if (data.body.length > MOST_EVENTS) throw refused('body');
    if (this.#products?.has(String(product)) === false) throw refused('product_code');
    const facts = data.ext.map(each => isFacts(each, escaped));
    const good: WireEvent[] = [];
    const bad: { id: string; why: EventRefusal }[] = [];
    for (const event of data.body) {
      const why = refusalOf(event, facts, escaped);
      if (why === undefined) {
        good.push(event as WireEvent);
        continue;
      }
      bad.push({ id: idOf(event), why });
      const key = (event as Partial<WireEvent> | null)?.e;
      if (isFirst && bad.length <= MOST_NOTED) this.#note({ product, key, why, batch: false });
    }
    const whole = bad.length === 0 && !facts.includes(false);
    return { data: data as unknown as WireData, whole, good, refused: bad };
  }
}

const changed = (data: WireData, { product, others }: Changes = { others: NONE }): WireData => {
  const { meta, ...rest } = others.size > 0 ? withOthers(data, others) : data;
  return { ...rest, meta: product === undefined ? meta : { ...meta, product_code: product } };
};

/** The device of a batch, else its user; a batch is of one page, so its first facts say it. */
const keyOf = ({ ext: [facts] }: WireData): string => {
  // Facts that no event is kept with may be anything.
  const key: unknown = facts?.d ?? facts?.u;
  return typeof key === 'string' ? key : '';
};

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

/**
 * `json`: the unpacked data, if it was compressed. `escaped`: the JSON has escapes by which a text may hold what no store takes (see
 * `checkEvent`).
 */
const openBody = (body: Buffer): { json?: Buffer; opened: unknown; escaped: boolean } => {
  const batch = parse(body, 'body');
  if (typeof batch !== 'object' || batch === null) throw invalid('body');
  const { alg, type, data } = batch as Record<string, unknown>;
  if (type !== 0) throw invalid('type');
  if (alg === 0) return { opened: data, escaped: body.includes('\\u') };
  if (alg !== 1) throw invalid('alg');
  if (typeof data !== 'string') throw invalid('data');
  const json = unzip(data);
  return { json, opened: parse(json, 'data'), escaped: json.includes('\\u') };
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
