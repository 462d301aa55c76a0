/**
 * `POST /csp-violations`: what the Content-Security-Policy blocked in a browser, counted by host, so that a vendor that moved to a new host
 * is seen. Anybody may post here: a network names a few hosts an hour, all of them together a bounded number, and the rest counts as
 * `other`.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { widestNetwork } from '../platform/networks.ts';
import { refuse } from '../platform/refusal.ts';
import type { Feature } from './feature.ts';
import { CSP_VIOLATIONS_PATH } from './security.ts';
import { plainIp } from './trust.ts';

const HOUR = 3600 * 1000;
/** Bytes of a report. */
const BODY_LIMIT = 16 * 1024;
/** Hosts that one network, a /24 or /48, may name again in an hour. */
const HOSTS_OF_NETWORK = 5;
/** Hosts that are counted by name while the process runs. */
const MOST_HOSTS = 200;

interface Violation {
  /** `other`: no host at all, such as an inline script or an extension of the browser. */
  readonly host: string;
  readonly directive: string;
}

/** The violation of a report; undefined where it is none. */
export const readViolation = (report: unknown): Violation | undefined => {
  const violation = (report as { 'csp-report'?: unknown } | null)?.['csp-report'];
  if (typeof violation !== 'object' || violation === null) return undefined;
  const {
    'blocked-uri': blocked,
    'effective-directive': effective,
    'violated-directive': violated,
  } = violation as Record<string, unknown>;
  const directive = /^[a-z-]{1,40}/.exec(String(effective ?? violated ?? ''))?.[0] ?? '';
  const url = typeof blocked === 'string' && URL.canParse(blocked) ? new URL(blocked) : undefined;
  const host = url && /^(?:https?|wss?):$/.test(url.protocol) ? url.hostname : '';
  return { host: /^[a-z0-9.:[\]-]{1,253}$/.test(host) ? host : 'other', directive };
};

/** Decides which hosts are counted by name. @returns the name under which a host reported from an address is counted */
export const namedHosts = (now: () => number): ((host: string, ip: string) => string) => {
  const hosts = new Set<string>();
  let named = new Map<string, number>();
  let hour = 0;
  return (host, ip) => {
    if (host === 'other' || hosts.has(host)) return host;
    const current = Math.floor(now() / HOUR);
    // Bounded: each entry names a host.
    if (current !== hour) named = new Map();
    hour = current;
    const network = widestNetwork(ip);
    const before = named.get(network) ?? 0;
    if (before >= HOSTS_OF_NETWORK || hosts.size >= MOST_HOSTS) return 'other';
    named.set(network, before + 1);
    hosts.add(host);
    return host;
  };
};

export const cspViolations = ({
  now,
  log,
}: {
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
}): Feature => {
  const nameOf = namedHosts(now);
  const counter = new Counter({
    name: 'rollcall_csp_violations_total',
    help: 'What the Content-Security-Policy of a page blocked, as browsers report it, by host; other: no host, or one too many.',
    labelNames: ['host'],
    registers: [],
  });
  const logged = new Set<string>();
  return {
    addRoutes: server => {
      void server.register(async scope => {
        scope.addContentTypeParser(
          'application/csp-report',
          { bodyLimit: BODY_LIMIT, parseAs: 'string' },
          scope.getDefaultJsonParser('error', 'error'),
        );
        addRoute(scope, ({ host, directive }, ip) => {
          const name = nameOf(host, ip);
          counter.inc({ host: name });
          if (name === 'other' || logged.has(name)) return;
          logged.add(name);
          log.warn({ host: name, directive }, 'the Content-Security-Policy of a page blocked this host');
        });
      });
    },
    addMetrics: registry => registry.registerMetric(counter),
  };
};

const addRoute = (scope: FastifyInstance, count: (violation: Violation, ip: string) => void): void => {
  scope.post(CSP_VIOLATIONS_PATH, async (request, reply) => {
    const violation = readViolation(request.body);
    if (!violation) throw refuse('InvalidRequest');
    count(violation, plainIp(request.ip));
    return reply.code(204).send();
  });
};
