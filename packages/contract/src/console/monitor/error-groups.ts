/** Groups of script errors. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { cursor, flag, limit, moment, pageOf } from '../page.ts';
import { time, count, product, page, inOrder } from './fields.ts';

/** The states of an error group. */
export const groupStatuses = ['open', 'resolved', 'ignored'] as const;

export type GroupStatus = (typeof groupStatuses)[number];

const groupId = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/));

const group = v.object({
  id: groupId,
  product,
  name: v.string(),
  message: v.string(),
  /** The first frame of the site's own scripts. */
  culprit: v.string(),
  status: v.picklist(groupStatuses),
  first_seen: time,
  last_seen: time,
  first_release: v.string(),
  last_release: v.string(),
  count,
  /** Page views in which it occurred; 0 where the library is too old to say. A page view is one opening of a page, no person. */
  pages: count,
  /** When the first of `pages` was counted; earlier occurrences were in page views that are not. Null without one. */
  pages_since: v.nullable(time),
  /** When a resolved group occurred in a newer release. */
  regressed_at: v.nullable(time),
  /** What an operator noted last, by whose name, and when; null: nothing. */
  note: v.nullable(v.object({ text: v.string(), by: v.string(), at: time })),
});

export type ErrorGroup = v.InferOutput<typeof group>;

/** Characters that a note has at most. */
export const NOTE_LENGTH = 500;
/** The characters of a note: visible ones, spaces and line feeds. */
export const NOTE_CHARACTERS = /^(?:[^\p{C}]|\n)*$/u;

/**
 * The newest release of the product: the highest leading number, of equal and other names the one first seen last. Of a product with
 * uploaded source maps those with maps count alone; otherwise those that were reported in the last 24 hours, where there are any.
 */
const newestRelease = v.nullable(v.string());

const frame = v.object({
  function: v.string(),
  /** The source's path; the script's without a source map. */
  file: v.string(),
  line: v.number(),
  column: v.number(),
  /** Whether the frame is the site's, not a library's. */
  own: v.boolean(),
  /** Whether a source map was applied. */
  mapped: v.boolean(),
});

export type ReadableFrame = v.InferOutput<typeof frame>;

/** The columns by which groups can be sorted. */
export const groupOrders = ['last_seen', 'first_seen', 'count'] as const;

export type GroupOrder = (typeof groupOrders)[number];

export const listErrorGroups = {
  summary: 'Groups of the same script error, by search and order, one page at a time.',
  method: 'GET',
  path: '/console/v1/monitor/errors',
  role: 'viewer',
  query: v.object({
    product,
    status: v.optional(v.picklist(groupStatuses)),
    /**
     * Words that must all match. A word matches a part of the group's name, message or culprit, its whole id, the
     * beginning of one of its releases, or, beginning with `/`, a part of a page's path of the last 31 days.
     */
    q: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{0,200}$/u))),
    /** true: those alone that occurred first in `newest_release`. */
    newest: v.optional(flag),
    sort: v.optional(v.picklist(groupOrders), 'last_seen'),
    order: v.optional(v.picklist(['descending', 'ascending']), 'descending'),
    limit,
    cursor,
  }),
  answer: v.object({ ...pageOf(group).entries, newest_release: newestRelease }),
  refusals: [],
} as const satisfies ConsoleCall;

/** Days of `getErrorCounts`, today included. */
export const COUNTED_DAYS = 7;

export const getErrorCounts = {
  summary: `How often groups of a product occurred in the last ${COUNTED_DAYS} days of the school's zone, over time.`,
  method: 'GET',
  path: '/console/v1/monitor/errors/counts',
  role: 'viewer',
  query: v.object({
    product,
    /** Of at most a page of `listErrorGroups`, separated by commas. */
    ids: v.pipe(
      v.string(),
      v.regex(/^[\da-f]{32}(?:,[\da-f]{32}){0,199}$/),
      v.transform(ids => [...new Set(ids.split(','))]),
    ),
  }),
  answer: v.object({
    /** When the first point begins, a midnight of the school's zone. */
    from: time,
    /** The span of a point in milliseconds, a whole part of a day. */
    step: v.number(),
    /** Those of the groups that occurred, each with as many points as have begun. */
    groups: v.array(v.object({ id: groupId, counts: v.array(count) })),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const getErrorGroup = {
  summary: 'One group: its source-mapped stack, its releases, and its counts over time.',
  method: 'GET',
  path: '/console/v1/monitor/errors/group',
  role: 'viewer',
  query: v.pipe(v.object({ id: groupId, from: moment, to: moment }), inOrder()),
  answer: v.object({
    group,
    newest_release: newestRelease,
    origin: v.string(),
    frames: v.array(frame),
    /** What the page of its newest first occurrence did before, oldest first. */
    trail: v.array(v.object({ page: v.string(), what: v.string(), ago: v.number() })),
    releases: v.array(
      v.object({
        release: v.string(),
        first_seen: time,
        last_seen: time,
        count,
        pages: count,
        pages_since: v.nullable(time),
      }),
    ),
    /** The span of one point of `counts` in milliseconds. */
    step: v.number(),
    counts: v.array(v.object({ at: time, count })),
    pages: v.array(v.object({ page, count })),
  }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const setErrorGroupStatus = {
  summary:
    'Resolves, ignores or reopens a group. A resolved group reopens by itself when it occurs in a newer release.',
  method: 'POST',
  path: '/console/v1/monitor/errors/status',
  role: 'admin',
  act: 'monitor.error-status',
  body: v.object({ id: groupId, status: v.picklist(groupStatuses) }),
  answer: group,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const setErrorGroupNote = {
  summary:
    'Notes something at a group, instead of what was noted before. An empty note removes it. Refused as Conflict where the note was changed meanwhile.',
  method: 'POST',
  path: '/console/v1/monitor/errors/note',
  role: 'admin',
  act: 'monitor.error-note',
  body: v.object({
    id: groupId,
    note: v.pipe(v.string(), v.trim(), v.maxLength(NOTE_LENGTH), v.regex(NOTE_CHARACTERS)),
    /** When the note was written that was seen, `note.at`; null: there was none. */
    noted_at: v.nullable(time),
  }),
  answer: group,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;
