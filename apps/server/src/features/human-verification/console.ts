/** When people have to be verified, set by scene while the server runs; and how the vendors are. */
import { verificationScenes } from '@rollcall/contract/console';
import type { AppContext } from '../../http/context.ts';
import { type HumanVerificationLimits, limitsOf, type SceneRule, strict } from './rules.ts';
import type { VendorHealth } from './vendors.ts';
import type { Signals } from './risk.ts';
import type { VendorName } from './settings.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';

type VerificationCall =
  | 'listVerificationRules'
  | 'setVerificationRule'
  | 'resetVerificationRule'
  | 'getVerificationHealth';

/** JSON has no infinity. */
const finite = <T extends Readonly<Record<string, number>>>(limits: T): { [K in keyof T]: number | null } =>
  Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, Number.isFinite(limit) ? limit : null]),
  ) as { [K in keyof T]: number | null };

const shownLimits = ({ requests, failures }: Signals) => ({
  requests: finite({ ...requests }),
  failures: finite({ ...failures }),
});

interface OwnRule {
  readonly ask: 'by-risk' | 'always' | 'never';
  readonly providers: readonly string[] | null;
  readonly limits: HumanVerificationLimits;
  readonly changed_at: Date;
}

const ownRules = async (db: Kysely<Database>): Promise<ReadonlyMap<string, OwnRule>> => {
  const rows = await db.selectFrom('captcha_rules').selectAll().execute();
  return new Map(
    rows.map(row => [
      row.scene,
      {
        ask: row.ask,
        providers: row.providers as OwnRule['providers'],
        limits: row.limits as HumanVerificationLimits,
        changed_at: row.changed_at,
      },
    ]),
  );
};

const factsOf = (rule: OwnRule | undefined): Record<string, unknown> => {
  if (!rule) return { own: false };
  const { ask, providers, limits } = rule;
  return { ask, providers, limits };
};

export type VerificationConsoleHandlers = ConsoleHandlers<VerificationCall>;

/**
 * @param deps.basis the rule where no row of the database says otherwise
 * @param deps.health the state of each vendor
 */
export const verificationConsoleHandlers = (
  deps: Pick<AppContext, 'db' | 'now'> & {
    readonly basis: () => SceneRule;
    readonly health: () => readonly VendorHealth[];
  },
): VerificationConsoleHandlers => {
  const { db, now, health } = deps;

  return {
    listVerificationRules: async () => {
      const own = await ownRules(db);
      const basis = deps.basis();
      const rules = verificationScenes.map(scene => {
        const rule = own.get(scene) ?? own.get('*');
        const counting = {
          ask: rule?.ask ?? basis.ask,
          providers: (rule?.providers ?? basis.providers) as readonly VendorName[],
          limits: limitsOf(basis.limits, rule?.limits ?? {}),
        };
        const inForce = scene === 'security' ? strict(counting) : counting;
        return {
          scene,
          own: own.has(scene),
          ask: inForce.ask,
          providers: rule?.providers ? [...rule.providers] : null,
          limits: own.get(scene)?.limits ?? {},
          in_force: shownLimits(inForce.limits),
          changed_at: own.get(scene)?.changed_at.getTime() ?? null,
        };
      });
      return { rules, vendors: [...basis.providers] };
    },

    setVerificationRule: ({ body: { scene, ask, providers, limits }, audit }) => {
      const unknown = providers?.find(name => !deps.basis().providers.includes(name));
      if (unknown !== undefined) {
        throw refuse('InvalidRequest', {
          message: `"${unknown}" is not among the vendors that are configured (ROLLCALL_CAPTCHA_VENDORS).`,
          data: { field: 'providers' },
        });
      }
      return transaction(db, async trx => {
        const before = (await ownRules(trx)).get(scene);
        const row = {
          ask,
          providers: providers === null ? null : JSON.stringify(providers),
          limits: JSON.stringify(limits),
          changed_at: new Date(now()),
        };
        await trx
          .insertInto('captcha_rules')
          .values({ scene, ...row })
          .onConflict(conflict => conflict.column('scene').doUpdateSet(row))
          .execute();
        await audit(trx, { subject: scene, before: factsOf(before), after: { ask, providers, limits } });
        return {};
      });
    },

    resetVerificationRule: ({ body: { scene }, audit }) =>
      transaction(db, async trx => {
        const before = (await ownRules(trx)).get(scene);
        const { numDeletedRows } = await trx
          .deleteFrom('captcha_rules')
          .where('scene', '=', scene)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw refuse('NotFound');
        await audit(trx, { subject: scene, before: factsOf(before), after: { own: false } });
        return {};
      }),

    getVerificationHealth: async () => health().map(vendor => ({ ...vendor })),
  };
};
