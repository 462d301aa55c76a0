/** The operators' exports and erasures: for devices, which have no account to ask with, and for people who can't. */
import type { QuarantinedRecord, UsageDataConsoleCalls, UsageDataJob } from '@rollcall/contract/console';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { reasonToLook } from '../../../identity/minors/child-access.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Quarantine, QuarantineEntry } from '../../../events/loader/quarantine.ts';
import type { AppContext } from '../../../http/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { DownloadLinks } from './download-links.ts';
import { jobAnswer, type JobRequests, requestJob } from './job-requests.ts';
import { type Job, jobSubject } from './jobs.ts';

const uuid = v.pipe(v.string(), v.uuid());
/** Characters of a reason and of a record that are shown. */
const REASON = 300;
const RECORD = 4_000;
/** The fields of an event that name a person or a browser. */
const NAMING = new Set(['user', 'device', 'process', 'ip']);

const dataJob = (job: Job): UsageDataJob => ({
  ...jobAnswer(job),
  subject_kind: job.subject_kind,
  subject: job.subject,
  asked_by: job.asked_by,
});
const factsOf = (
  { kind, subject_kind, subject }: Pick<Job, 'kind' | 'subject_kind' | 'subject'>,
  reason?: string,
) => ({
  subject,
  after: { kind, subject_kind, ...(reason === undefined ? {} : { reason }) },
});

/** A record without what names a person. */
const quarantinedRecord = (entry: QuarantineEntry): QuarantinedRecord => {
  const shared = { at: entry.at, reason: entry.reason.slice(0, REASON) };
  const json = (record: object) =>
    JSON.stringify(record, (key, value: unknown) => (NAMING.has(key) ? undefined : value), 2).slice(
      0,
      RECORD,
    );
  if ('event' in entry) {
    const { id, product, key } = entry.event;
    return { ...shared, kind: 'event', id, product, key, record: json(entry.event) };
  }
  if ('report' in entry) {
    const { id, product, kind } = entry.report;
    return { ...shared, kind: 'report', id, product, key: kind, record: json(entry.report) };
  }
  // Its text cannot be parsed, so the names in it cannot be left out.
  return { ...shared, kind: 'unreadable', id: null, product: null, key: null, record: null };
};

/** The accounts whose data a subject holds: a device has that of everybody with whom it reported a change of consent. */
const accountsOf = async (
  db: AppContext['db'],
  { subject_kind: kind, subject }: Pick<Job, 'subject_kind' | 'subject'>,
): Promise<readonly string[]> => {
  if (kind === 'user') return v.is(uuid, subject) ? [subject] : [];
  const { rows } = await sql<{ id: string }>`
    select distinct lower(person.value) as id
    from usage_consent_subjects device
    join usage_consent_subjects person on person.record = device.record and person.kind = 'user'
    where device.kind = 'device' and device.value = ${subject}`.execute(db);
  return rows.map(({ id }) => id).filter(id => v.is(uuid, id));
};

const quarantineCursor = v.tuple([
  v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
  v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
]);
const cursorForm = v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.uuid())]);

/** @param onRequest called when a job was requested */
export const usageDataHandlers = (parts: {
  readonly db: AppContext['db'];
  readonly now: () => number;
  readonly requests: JobRequests;
  readonly links: DownloadLinks;
  readonly quarantine: Pick<Quarantine, 'list'>;
  readonly onRequest: () => void;
}): ConsoleHandlers<keyof UsageDataConsoleCalls> => {
  const { db, now, requests, links, quarantine, onRequest } = parts;
  /** Why the operator takes data of people under 14, those of a device included; undefined for other subjects. */
  const reasonOf = async (
    trx: AppContext['db'],
    subject: Pick<Job, 'subject_kind' | 'subject'>,
    operatorId: string,
  ): Promise<string | undefined> => {
    const reasons = new Set<string>();
    for (const id of await accountsOf(trx, subject)) {
      const reason = await reasonToLook(trx, { id, operatorId, at: now() });
      if (reason !== undefined) reasons.add(reason);
    }
    return reasons.size === 0 ? undefined : [...reasons].join('; ');
  };
  return {
    listUsageData: async ({ query: { subject, limit, cursor }, cursors }) => {
      const list = cursors();
      const after = list.read(cursorForm, cursor);
      const found = await requests.newest({
        limit: limit + 1,
        ...(subject === undefined ? {} : { subject }),
        ...(after === undefined ? {} : { after: { at: after[0], id: after[1] } }),
      });
      return list.pageOf(found, limit, ({ created_at: at, id }) => [at.getTime(), id], dataJob);
    },

    listUsageQuarantine: async ({ query: { limit, cursor }, cursors }) => {
      const list = cursors();
      const after = list.read(quarantineCursor, cursor);
      const { total, entries } = await quarantine.list(
        limit + 1,
        after && { day: after[0], offset: after[1] },
      );
      return {
        total,
        ...list.pageOf(entries, limit, ({ place }) => [place.day, place.offset], quarantinedRecord),
      };
    },

    startUsageData: async ({ body, operator, audit }) => {
      const job = await transaction(db, async trx => {
        const reason = await reasonOf(trx, body, operator.id);
        await audit(trx, factsOf(body, reason));
        return requestJob(trx, {
          kind: body.kind,
          subject: jobSubject(body),
          accountId: null,
          askedBy: 'operator',
          at: now(),
        });
      });
      onRequest();
      return dataJob(job);
    },

    cancelUsageData: async ({ body, audit }) => {
      const job = await requests.cancel(body.id);
      await audit(db, factsOf(job));
      return dataJob(job);
    },

    linkUsageData: async ({ body, operator, audit }) => {
      const job = await requests.find(body.id);
      if (job.kind !== 'export' || job.state !== 'done') throw refuse('NotFound');
      await audit(db, factsOf(job, await reasonOf(db, job, operator.id)));
      return links.make(job.id);
    },
  };
};
