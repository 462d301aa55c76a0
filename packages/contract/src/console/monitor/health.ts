/** Outcomes and latency of calls, web vitals, failed resources. */
import * as v from 'valibot';
import type { ConsoleCall } from '../call.ts';
import { metrics, networks, resourceElements } from '../../monitor.ts';
import { beginning, cursor, limit, pageOf } from '../page.ts';
import { time, count, release, page, range, inOrder } from './fields.ts';

/** A fraction, 0 to 1. */
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** The ratings of web-vitals. */
export const ratings = ['good', 'needs-improvement', 'poor'] as const;

export type Rating = (typeof ratings)[number];

/** Values up to the first are good, values above the second are poor. In milliseconds, except CLS. */
export const vitalThresholds = {
  LCP: [2500, 4000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
  FCP: [1800, 3000],
} as const;

export type Vital = keyof typeof vitalThresholds;

/** The web vitals that the console shows. */
export const vitals = Object.keys(vitalThresholds) as readonly Vital[];

const latency = {
  p50: v.nullable(v.number()),
  p75: v.nullable(v.number()),
  p95: v.nullable(v.number()),
  p99: v.nullable(v.number()),
};

export const getCallHealth = {
  summary: 'Outcomes and latency of each call, as measured by browsers.',
  method: 'GET',
  path: '/console/v1/monitor/calls',
  role: 'viewer',
  query: v.pipe(v.object({ ...range, release: v.optional(release) }), inOrder()),
  answer: v.object({
    calls: v.array(
      v.object({
        /** `POST /path`. */
        call: v.string(),
        total: count,
        succeeded: count,
        /** HTTP 400-499. */
        business: count,
        /** HTTP 500-599, or 601, 602, 604. */
        failed: count,
        /** 603: aborted by the page. */
        aborted: count,
        /** Successes as a fraction of the calls that were not aborted. */
        success_share: v.nullable(share),
        /** Counts by status or code, the most frequent first. */
        statuses: v.array(v.object({ status: v.number(), count })),
        ...latency,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** Classes of devices; `unknown`: its User-Agent says none, or the report is older than the classes. */
export const vitalDevices = ['phone', 'tablet', 'desktop', 'unknown'] as const;

/** The networks that browsers tell; `unknown`: the browser or the library tells none. */
export const vitalNetworks = [...networks, 'unknown'] as const;

/** Whose reports are measured. */
const visits = {
  release: v.optional(release),
  device: v.optional(v.picklist(vitalDevices)),
  network: v.optional(v.picklist(vitalNetworks)),
};

export const getVitals = {
  summary:
    'Web vitals by page and release, rated by their thresholds; of all visits or those of a class of device or network.',
  method: 'GET',
  path: '/console/v1/monitor/vitals',
  role: 'viewer',
  query: v.pipe(v.object({ ...range, ...visits }), inOrder()),
  answer: v.object({
    vitals: v.array(
      v.object({
        page,
        release: v.string(),
        metric: v.picklist(metrics),
        samples: count,
        p75: v.number(),
        /** The rating of p75; null: the metric has no thresholds. */
        rating: v.nullable(v.picklist(ratings)),
        good: count,
        needs_improvement: count,
        poor: count,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

/** The path of a page as reports have it. */
const pagePath = v.pipe(v.string(), v.startsWith('/'), v.maxLength(500));

export const getVitalTrend = {
  summary:
    'The percentiles of a web vital over time, of all reports or those of a page, release, class of device or network.',
  method: 'GET',
  path: '/console/v1/monitor/vitals/trend',
  role: 'viewer',
  query: v.pipe(
    v.object({
      ...range,
      metric: v.picklist(vitals),
      page: v.optional(pagePath),
      ...visits,
    }),
    inOrder(),
  ),
  answer: v.object({
    /** Milliseconds between two points. */
    step: count,
    /** All of the period, the first and the last of which may lie partly outside. */
    points: v.array(
      v.object({
        at: time,
        samples: count,
        /** null: there are no samples. */
        p50: v.nullable(v.number()),
        p75: v.nullable(v.number()),
        p95: v.nullable(v.number()),
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const getResourceFailures = {
  summary: 'Resources that failed to load: chunks by their numbers, scripts, styles, pictures.',
  method: 'GET',
  path: '/console/v1/monitor/resources',
  role: 'viewer',
  query: v.pipe(v.object(range), inOrder()),
  answer: v.object({
    resources: v.array(
      v.object({
        element: v.picklist(resourceElements),
        address: v.string(),
        /** Empty if the resource is no chunk. */
        chunk: v.string(),
        count,
        timeouts: count,
        pages: v.array(page),
        releases: v.array(v.string()),
        last_seen: time,
      }),
    ),
  }),
  refusals: [],
} as const satisfies ConsoleCall;

export const listMonitorProducts = {
  summary: 'The codes of the products whose pages report, by name. `search` takes the beginning of a code.',
  method: 'GET',
  path: '/console/v1/monitor/products',
  role: 'viewer',
  query: v.object({ limit, cursor, search: beginning }),
  answer: pageOf(v.string()),
  refusals: [],
} as const satisfies ConsoleCall;

/** Days of reports by which `getMonitorScope` chooses. */
export const SCOPE_DAYS = 7;

export const getMonitorScope = {
  summary: `The product that monitoring opens on: the one with the most reports of the last ${SCOPE_DAYS} days.`,
  method: 'GET',
  path: '/console/v1/monitor/scope',
  role: 'viewer',
  /** null: nothing was reported. */
  answer: v.object({ product: v.nullable(v.string()) }),
  refusals: [],
} as const satisfies ConsoleCall;
