/** The rules by scene, stored as data, so that operators can change them while the server runs. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { FREE_FAILURES } from '../../identity/sign-in-failures.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Signals } from './risk.ts';
import { type VendorName, vendorNames } from './settings.ts';

/** Milliseconds after which a change is seen at the latest. */
export const RULES_LIFE = 10_000;

const limit = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const rowForm = v.object({
  scene: v.string(),
  ask: v.picklist(['by-risk', 'always', 'never']),
  providers: v.nullable(v.array(v.picklist(vendorNames))),
  limits: v.object({
    requests: v.optional(v.object({ identity: limit, device: limit, address: limit, prefix: limit })),
    failures: v.optional(v.object({ identity: limit, device: limit, address: limit })),
  }),
});

/** What a row sets over the built-in counts. */
export type HumanVerificationLimits = v.InferOutput<typeof rowForm>['limits'];

export interface SceneRule {
  readonly ask: 'by-risk' | 'always' | 'never';
  /** Vendors in the order they are tried; the built-in challenge follows. */
  readonly providers: readonly VendorName[];
  readonly limits: Signals;
}

export interface Rules {
  /** The scene's own row, or that of `*`, over the built-in values. */
  of(scene: string): Promise<SceneRule>;
}

/** @param basis what counts where no row says otherwise */
export const createRules = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly log: Pick<Logger, 'error'>;
  readonly basis: () => SceneRule;
}): Rules => {
  const { db, now, log } = deps;
  let kept: { readonly at: number; readonly rows: Promise<ReadonlyMap<string, SceneRule>> } | undefined;

  const read = async (): Promise<ReadonlyMap<string, SceneRule>> => {
    const rows = await db
      .selectFrom('captcha_rules')
      .select(['scene', 'ask', 'providers', 'limits'])
      .execute();
    const rules = new Map<string, SceneRule>();
    const basis = deps.basis();
    for (const row of rows) {
      const checked = v.safeParse(rowForm, row);
      if (!checked.success) {
        // The built-in values are safe ones; a slip in the table must not stop every sign-in.
        log.error({ scene: row.scene, at: v.getDotPath(checked.issues[0]) }, 'a captcha rule is malformed');
        continue;
      }
      const { scene, ask, providers, limits } = checked.output;
      rules.set(scene, {
        ask,
        providers: providers ?? basis.providers,
        limits: limitsOf(basis.limits, limits),
      });
    }
    return rules;
  };

  return {
    of: async scene => {
      const at = now();
      if (!kept || at < kept.at || at - kept.at >= RULES_LIFE) {
        const rows = read();
        kept = { at, rows };
        rows.catch(() => {
          if (kept?.rows === rows) kept = undefined;
        });
      }
      const rules = await kept.rows;
      const rule = rules.get(scene) ?? rules.get('*') ?? deps.basis();
      return scene === 'security' ? strict(rule) : rule;
    },
  };
};

/**
 * The rule of the sign-in after failures. Only a passed challenge lifts its delay, so the challenge is asked for from the
 * first delay on, even if the row says otherwise.
 */
export const strict = ({ ask, limits, providers }: SceneRule): SceneRule => {
  const { failures } = limits;
  return {
    ask: ask === 'never' ? 'by-risk' : ask,
    providers,
    limits: { ...limits, failures: { ...failures, identity: Math.min(failures.identity, FREE_FAILURES) } },
  };
};

/** The built-in counts with what a row sets over them. */
export const limitsOf = (basis: Signals, { requests, failures }: HumanVerificationLimits): Signals => ({
  requests: { ...basis.requests, ...defined(requests) },
  failures: { ...basis.failures, ...defined(failures) },
});

/** Without the keys that are there and undefined. */
const defined = <T extends object>(given: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
