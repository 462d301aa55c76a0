/** The beacon route: answers a pixel immediately and passes the reports of the query to the intake. */
import { beaconLength, MONITOR_PATH, readBeacon } from '@rollcall/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { plainIp } from '../../http/trust.ts';
import { userAgentOf } from '../../http/user-agent.ts';
import { refuse } from '../../platform/refusal.ts';
import { dropReasons, type Intake } from './intake.ts';

/** A GIF of one transparent pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Adds the route. Refuses invalid queries (InvalidRequest with the field, TooLarge, IllegalPid). Reports that cannot be stored
 * now are counted as dropped; the answer is the same.
 *
 * @param products the accepted products; undefined: any
 */
export const addBeacon = (
  server: FastifyInstance,
  intake: Pick<Intake, 'take'>,
  products: readonly string[] | undefined,
): void => {
  const served = products && new Set(products);
  server.get(MONITOR_PATH, async (request, reply) => {
    const { url } = request;
    const at = url.indexOf('?');
    if (url.length > beaconLength.read) throw refuse('TooLarge');
    const beacon = readBeacon(at < 0 ? '' : url.slice(at + 1));
    if (typeof beacon === 'string') throw refuse('InvalidRequest', { data: { field: beacon } });
    if (served && !served.has(beacon.product)) throw refuse('IllegalPid');
    intake.take(beacon, plainIp(request.ip), userAgentOf(request));
    return (
      reply
        .header('cache-control', 'no-store')
        // Sites of other origins load the pixel.
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/gif')
        .send(PIXEL)
    );
  });
};

/** Metrics of the intake. */
export const intakeMetrics =
  ({ counts }: Pick<Intake, 'counts'>) =>
  (registry: Registry): void => {
    const kept = new Counter({
      name: 'rollcall_monitor_reports_total',
      help: 'Reports of the monitoring beacon that were kept.',
      registers: [registry],
      collect: () => {
        kept.reset();
        kept.inc(counts.kept);
      },
    });
    const others = new Counter({
      name: 'rollcall_monitor_reports_others_total',
      help: 'Errors that were kept in the group of others: beyond the new groups of an hour, or of a network in it.',
      registers: [registry],
      collect: () => {
        others.reset();
        others.inc(counts.others);
      },
    });
    const dropped = new Counter({
      name: 'rollcall_monitor_reports_dropped_total',
      help: 'Reports that were dropped: by the page itself, malformed, for want of room, or not taken by the log.',
      labelNames: ['reason'],
      registers: [registry],
      collect: () => {
        dropped.reset();
        for (const reason of dropReasons) dropped.inc({ reason }, counts.dropped[reason]);
      },
    });
  };
