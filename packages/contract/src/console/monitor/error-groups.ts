/** Groups of script errors. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { cursor, limit, moment, pageOf } from '../page.ts';
import { time, count, product, page, inOrder } from './fields.ts';

export const groupStatuses = ['open', 'resolved', 'ignored'] as const;

export type GroupStatus = (typeof groupStatuses)[number];

const groupId = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/));

const group = v.object({
  id: groupId,
  product,
  name: v.string(),
  message: v.string(),
  /** Where it happens: the first frame of our own. */
  culprit: v.string(),
  status: v.picklist(groupStatuses),
  first_seen: time,
  last_seen: time,
  first_release: v.string(),
  last_release: v.string(),
  count,
  /** When a resolved one came back in a newer release. */
  regressed_at: v.nullable(time),
});

export type ErrorGroup = v.InferOutput<typeof group>;

const frame = v.object({
  function: v.string(),
  /** The source's path, or the script's where no source map was found. */
  file: v.string(),
  line: v.number(),
  column: v.number(),
  /** Of this site, not of a library. */
  own: v.boolean(),
  /** Read through a source map. */
  mapped: v.boolean(),
});

export type ReadableFrame = v.InferOutput<typeof frame>;

/** What groups can be ordered by. */
export const groupOrders = ['last_seen', 'first_seen', 'count'] as const;

export type GroupOrder = (typeof groupOrders)[number];

export const listErrorGroups = {
  summary: 'Groups of the same script error, found by words and in an order, a page at a time.',
  method: 'GET',
  path: '/console/v1/monitor/errors',
  role: 'viewer',
  query: v.object({
    product,
    status: v.optional(v.picklist(groupStatuses)),
    /**
     * Words, each of which stands in the group's name, message or place, or is its id, the beginning of a release it was
     * seen in, or, beginning with `/`, stands in the name of a page where it happened in the last 31 days.
     */
    q: v.optional(v.pipe(v.string(), v.regex(/^[^\p{C}]{0,200}$/u))),
    sort: v.optional(v.picklist(groupOrders), 'last_seen'),
    order: v.optional(v.picklist(['descending', 'ascending']), 'descending'),
    limit,
    cursor,
  }),
  answer: pageOf(group),
  refusals: [],
} as const satisfies ConsoleCall;

export const getErrorGroup = {
  summary: 'One group: its readable stack, its releases, and how often it happened over time.',
  method: 'GET',
  path: '/console/v1/monitor/errors/group',
  role: 'viewer',
  query: v.pipe(v.object({ id: groupId, from: moment, to: moment }), inOrder()),
  answer: v.object({
    group,
    origin: v.string(),
    frames: v.array(frame),
    releases: v.array(v.object({ release: v.string(), first_seen: time, last_seen: time, count })),
    /** Milliseconds that one point of `counts` spans. */
    step: v.number(),
    counts: v.array(v.object({ at: time, count })),
    pages: v.array(v.object({ page, count })),
  }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

export const setErrorGroupStatus = {
  summary: 'Resolves, ignores or opens a group. A resolved one opens by itself when a newer release has it.',
  method: 'POST',
  path: '/console/v1/monitor/errors/status',
  role: 'admin',
  act: 'monitor.error-status',
  body: v.object({ id: groupId, status: v.picklist(groupStatuses) }),
  answer: group,
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;
