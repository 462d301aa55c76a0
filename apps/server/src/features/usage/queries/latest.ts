/** The last events one by one, as they come. */
import type { LatestEvents, UsageLatestConsoleCalls } from '@rollcall/contract/console';
import { flag } from '../../../events/store/columns.ts';
import type { Measured } from '../../../events/store/query-metrics.ts';
import type { ConsoleHandlers } from '../../../http/console-handler.ts';
import { type AskingContext, askWith } from './handlers.ts';
import { kindName, kindNumber } from './kinds.ts';
import { fewRowsOf } from './statements.ts';

const MINUTE = 60_000;
/** Milliseconds since which events were received. */
const SINCE = 30 * MINUTE;
/** How long before an event may have happened, and how far ahead of the server's clock. */
const BEFORE = 24 * 60 * MINUTE;
const AHEAD = 60 * MINUTE;

/** What the collector of this process refused last, the newest first. */
interface RefusedEvents {
  list(filter: {
    readonly product: string | undefined;
    readonly search: string | undefined;
  }): readonly NonNullable<LatestEvents['refused']>[number][];
}

/** @param context.refusals undefined: this process has no collector */
export const latestEventHandlers = (
  context: AskingContext & { readonly refusals: RefusedEvents | undefined },
  measured: Measured,
): ConsoleHandlers<keyof UsageLatestConsoleCalls> => {
  const ask = askWith(context, measured);
  const { statements, now, refusals } = context;
  return {
    listLatestEvents: async input => {
      const { kind, search, limit, ...who } = input.query;
      const at = now();
      const span = { from: at - BEFORE, to: at + AHEAD };
      const kindOf = kind === undefined ? undefined : kindNumber(kind);
      const masked = input.operator.role === 'viewer';
      const given = { since: at - SINCE, kind: kindOf, search, masked, limit };
      const statement = statements.latest(who, span, given);
      const rows = await ask('latest', input, options => fewRowsOf(context, statement, options));
      return {
        events: rows.map(({ flags, user_id, ...row }) => ({
          ...row,
          kind: kindName(row.kind),
          data: masked ? null : row.data,
          signed_in: user_id !== null,
          sample: (flags & flag.sample) !== 0,
          bot: (flags & flag.bot) !== 0,
          dev: (flags & flag.dev) !== 0,
          trusted: (flags & flag.trusted) !== 0,
        })),
        refused: refusals ? [...refusals.list({ product: who.product, search })] : null,
      };
    },
  };
};
