/** Which role answers a path. A reverse proxy before several processes routes by the same (docs/cluster.md). */
import { MONITOR_PATH, SOURCE_MAPS_PATH } from '@rollcall/contract';
import { CSP_VIOLATIONS_PATH } from '../http/security.ts';
import type { Role } from './roles.ts';

/** Answered by every process. */
const ofAll: readonly string[] = ['/healthz', '/readyz', '/metrics'];
const ofCollector: readonly string[] = [
  '/usage/v1/events',
  '/usage/v1/time',
  '/usage/v1/ip',
  MONITOR_PATH,
  SOURCE_MAPS_PATH,
];
/** The command that makes sample data writes into the event store. */
const ofConsole: readonly string[] = ['/console', '/usage/v1/sample'];
/** Both sets of pages load files, and the console links to the guides. */
const ofPages = [
  '/static/',
  '/theme.css',
  '/guides',
  '/reference',
  '/.well-known/security.txt',
  CSP_VIOLATIONS_PATH,
];

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/**
 * The roles that answer a request, each of them alone; undefined: every process.
 * @param url path and query
 */
export const rolesOf = (url: string): readonly Role[] | undefined => {
  const path = pathOf(url);
  if (ofAll.includes(path)) return undefined;
  if (ofCollector.includes(path)) return ['collector'];
  if (ofConsole.includes(path) || path.startsWith('/console/') || path.startsWith('/api/v1/'))
    return ['console'];
  if (ofPages.some(prefix => path.startsWith(prefix))) return ['accounts', 'console'];
  return ['accounts'];
};

/** The calls of the console and of other software that read the event store or its quarantine, or write to the event log. */
const OF_STORE = /^\/(?:console|api)\/v1\/(?:usage|monitor|overview|events)(?:\/|$)/;

/** Whether a call needs the event store or log. */
const needsStore = (path: string): boolean => OF_STORE.test(path);

/** Outside production: what was sent is shown by the process that keeps it. */
const OF_OWNER = /^\/dev\//;

/**
 * Whether the owner of the embedded engines answers a request, and not the worker that took it. The owner knows how far events are
 * loaded, and the figures of every process.
 * @param url path and query
 */
export const isOfOwner = (url: string): boolean => {
  const path = pathOf(url);
  if (path === '/readyz' || path === '/metrics' || path === '/usage/v1/sample') return true;
  return ofCollector.includes(path) || needsStore(path) || OF_OWNER.test(path);
};
