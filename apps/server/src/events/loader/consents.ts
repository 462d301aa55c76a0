/** Reported consents in the database: recorded, looked up, and applied to events. */
import type { ConsentKind } from '@rollcall/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { type ConsentChange, consentChange, type ConsentState, permitted } from './consent-rules.ts';
import { isUsageProof } from '../../platform/usage-proof.ts';
import { ContentError } from '../record/content-error.ts';
import type { Subject } from '../record/subject.ts';
import type { StoredEvent } from '../record/stored-event.ts';
import { isUuid, knownAccounts } from '../../platform/database/known-accounts.ts';
import type { Granted } from '../../platform/database/tables/usage.ts';

/** Maximum number of changes of one record and of records of one subject that are read, newest first. */
const CHANGES = 20;
const RECORDS = 50;
/** Rows of one INSERT: a statement takes 65,535 parameters at most. */
const ROWS = 5_000;

/** A change as its owner sees it. */
export interface ConsentEntry extends ConsentState {
  readonly product: string;
  /** When the server had it, in milliseconds since 1970. */
  readonly received_at: number;
  /** Of a user: that nobody proved the record to be the account's. */
  readonly claimed: boolean;
}

type Kind = 'user' | 'device';
interface Found {
  readonly kind: Kind;
  readonly value: string;
  readonly record: string;
  readonly at: Date;
  readonly granted: Granted;
}

export const subjectOf = (subject: Subject): { kind: Kind; value: string } =>
  'user' in subject ? { kind: 'user', value: subject.user } : { kind: 'device', value: subject.device };

/** Whose consents govern an event beside its device's: a page's are known by the device, if it names one. */
const governingUser = ({ device, user, trusted }: StoredEvent): string | undefined =>
  device === undefined || trusted ? user : undefined;

export class Consents {
  /**
   * @param guardians whether people under 14 have one, who decides in their place; false: each account decides for itself
   * @param proofKeys check what came beside a user's id
   */
  constructor(
    private readonly db: Kysely<Database>,
    private readonly guardians: boolean,
    private readonly proofKeys: readonly Buffer[],
  ) {}

  /**
   * Records every change among the events; one that is recorded already stays as it is.
   * @throws ContentError where one can't be recorded for what it holds; none is recorded then
   */
  async record(events: readonly StoredEvent[]): Promise<void> {
    const changes = events.flatMap(event => consentChange(event) ?? []);
    if (changes.length === 0) return;
    await this.#insert(changes).catch((error: unknown) => {
      throw isOfContent(error) ? new ContentError(String(error), { cause: error }) : error;
    });
  }

  async #insert(changes: readonly ConsentChange[]): Promise<void> {
    const subjects = this.#subjectsOf(changes);
    await transaction(this.db, async trx => {
      for (let at = 0; at < changes.length; at += ROWS) {
        await trx
          .insertInto('usage_consents')
          .values(changes.slice(at, at + ROWS).map(rowOf))
          .onConflict(conflict => conflict.column('event_id').doNothing())
          .execute();
      }
      for (let at = 0; at < subjects.length; at += ROWS) {
        await trx
          .insertInto('usage_consent_subjects')
          .values(subjects.slice(at, at + ROWS))
          .onConflict(conflict =>
            conflict
              .columns(['record', 'kind', 'value'])
              .doUpdateSet({ proved: true })
              .where(sql<boolean>`excluded.proved and usage_consent_subjects.proved is distinct from true`),
          )
          .execute();
      }
    });
  }

  /** Each once: what one change of a record proves holds for the record. */
  #subjectsOf(changes: readonly ConsentChange[]) {
    const subjects = new Map<string, { record: string; kind: Kind; value: string; proved: boolean | null }>();
    for (const { record, user, proof, device } of changes) {
      if (user !== undefined) {
        const key = JSON.stringify([record, 'user', user]);
        const proved =
          subjects.get(key)?.proved || (proof !== undefined && isUsageProof(this.proofKeys, user, proof));
        subjects.set(key, { record, kind: 'user', value: user, proved });
      }
      if (device !== undefined)
        subjects.set(JSON.stringify([record, 'device', device]), {
          record,
          kind: 'device',
          value: device,
          proved: null,
        });
    }
    return [...subjects.values()];
  }

  /**
   * Leaves out events whose consent was withdrawn before. Of a user by what was proved, and by records from before proofs: what anybody
   * else reports with a user's id governs its own device alone. Of a server's event both have to allow it: a server can name any device.
   * Those of accounts that are deleted are left out too.
   */
  async permitted(reported: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    const events = await this.#ofAccounts(reported);
    const devices = new Set(events.flatMap(({ device }) => device ?? []));
    const users = new Set(events.flatMap(event => governingUser(event) ?? []));
    const [ofDevices, ofUsers] = await Promise.all([
      this.#states('device', devices),
      this.#states('user', users),
    ]);
    if (ofDevices.size === 0 && ofUsers.size === 0) return this.#byGuardians(events);
    const kept = events.flatMap(
      event =>
        permitted(event, {
          device: event.device === undefined ? undefined : ofDevices.get(event.device),
          user: ofUsers.get(governingUser(event) ?? ''),
        }) ?? [],
    );
    return this.#byGuardians(kept);
  }

  /** Leaves out a server's events whose account was deleted since they were taken: nothing would erase them any more. */
  async #ofAccounts(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    const users = events.flatMap(({ trusted, user }) => (trusted && user !== undefined ? user : []));
    if (users.length === 0) return events;
    const known = await knownAccounts(this.db, users);
    return events.filter(({ trusted, user }) => !trusted || user === undefined || known.has(user));
  }

  /** Leaves out what a guardian does not let be recorded of a person under age: the pupil's own word does not count. */
  async #byGuardians(events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
    if (!this.guardians) return events;
    const users = [...new Set(events.flatMap(({ user }) => (user && isUuid(user) ? user : [])))];
    if (users.length === 0) return events;
    const at = Math.max(...events.map(({ received }) => received));
    const { rows } = await sql<{ id: string; kinds: readonly ConsentKind[] }>`
      select a.id, case when a.guarded_at is null then '{}' else g.usage_kinds end as kinds
      from accounts a join guardianships g on g.account_id = a.id
      where a.id = any(${users}::uuid[]) and a.child_until > ${new Date(at)}`.execute(this.db);
    if (rows.length === 0) return events;
    const word = (kinds: readonly ConsentKind[]): ConsentState => ({
      record: 'guardian',
      at: Number.NEGATIVE_INFINITY,
      granted: Object.fromEntries(kinds.map(kind => [kind, { version: '', at: 0 }])),
    });
    const words = new Map(rows.map(({ id, kinds }) => [id, [word(kinds)]]));
    return events.flatMap(
      event => permitted(event, { user: words.get(event.user?.toLowerCase() ?? '') }) ?? [],
    );
  }

  async #states(kind: Kind, values: ReadonlySet<string>): Promise<Map<string, ConsentState[]>> {
    const states = new Map<string, ConsentState[]>();
    // Recorded values and parameters contain no NUL.
    const known = [...values].filter(value => !value.includes('\0'));
    if (known.length === 0) return states;
    const { rows } = await sql<Found>`
      select asked.value, change.record, change.at, change.granted
      from unnest(${known}::text[]) as asked (value)
      cross join lateral (
        select record from usage_consent_subjects
        where kind = ${kind} and value = asked.value and proved is not false limit ${RECORDS}
      ) as subject
      cross join lateral (
        select record, at, granted from usage_consents
        where usage_consents.record = subject.record order by at desc limit ${CHANGES}
      ) as change`.execute(this.db);
    for (const { value, record, at, granted } of rows) {
      const list = states.get(value) ?? [];
      list.push({ record, at: at.getTime(), granted });
      states.set(value, list);
    }
    return states;
  }

  /**
   * What is recorded of a subject, newest first, at most `limit`.
   * @param withClaims also what anybody reported with a user's id, without a proof; else of a user only what was proved, and what is from before
   *   proofs
   */
  async historyOf(subject: Subject, limit: number, withClaims: boolean): Promise<readonly ConsentEntry[]> {
    const { kind, value } = subjectOf(subject);
    const rows = await this.db
      .selectFrom('usage_consents as change')
      .innerJoin('usage_consent_subjects as subject', 'subject.record', 'change.record')
      .where('subject.kind', '=', kind)
      .where('subject.value', '=', value)
      .$if(!withClaims, query => query.where('subject.proved', 'is distinct from', false))
      .select(['change.record', 'change.product', 'change.at', 'change.received_at', 'change.granted'])
      .select('subject.proved')
      .orderBy('change.at', 'desc')
      .orderBy('change.event_id')
      .limit(limit)
      .execute();
    return rows.map(({ at, received_at, proved, ...row }) => ({
      ...row,
      at: at.getTime(),
      received_at: received_at.getTime(),
      claimed: kind === 'user' && proved !== true,
    }));
  }

  /** Deletes a subject's name, and the consent records that belong to no other subject. */
  async erase(subject: Subject): Promise<void> {
    const { kind, value } = subjectOf(subject);
    await transaction(this.db, async trx => {
      const records = await trx
        .deleteFrom('usage_consent_subjects')
        .where('kind', '=', kind)
        .where('value', '=', value)
        .returning('record')
        .execute();
      if (records.length === 0) return;
      await trx
        .deleteFrom('usage_consents')
        .where(sql<boolean>`record = any(${records.map(({ record }) => record)}::text[])`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('usage_consent_subjects as left')
                .select('left.record')
                .whereRef('left.record', '=', 'usage_consents.record'),
            ),
          ),
        )
        .execute();
    });
  }
}

/** Classes of PostgreSQL's errors: data exception, integrity constraint violation, program limit exceeded. */
const isOfContent = (error: unknown): boolean =>
  error instanceof RangeError ||
  error instanceof TypeError ||
  /^(22|23|54)/.test(String((error as { code?: unknown } | null)?.code ?? ''));

const rowOf = ({ eventId, record, product, at, received, granted }: ConsentChange) => ({
  event_id: eventId,
  record,
  product: product.replaceAll('\0', ''),
  at: new Date(at),
  received_at: new Date(received),
  granted: JSON.stringify(granted),
});
