/** Diagnoses why a person cannot sign in: current obstacles and recent refusals. */
import { recipientBudgets } from '../../messages/message-budget.ts';
import type { AnswerOf, Purpose } from '@rollcall/contract';
import type { ConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import { createPasswordObstacles } from '../../identity/password-obstacles.ts';
import {
  ageColumns,
  isChild,
  isRestricted,
  type MinorsSettings,
  requirementOf,
} from '../../identity/minors/age.ts';
import { whyDeletionStays } from '../../identity/minors/staying-deletion.ts';
import { documentsInForce } from '../../identity/documents-in-force.ts';
import { reasonToLook } from '../../identity/minors/child-access.ts';
import { findAccount, identifiersOf } from '../../identity/identifiers.ts';
import { boundOf } from '../../identity/identities.ts';
import { createPastIdentifiers } from '../../identity/past-identifiers.ts';
import { readWrongCodes } from '../../identity/second-factor/guesses.ts';
import { type Identifier, readIdentity } from '../../platform/identifier.ts';
import type { CodeSettings } from '../../messages/settings.ts';
import type { Sender } from '../../messages/messages.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { maskSearch } from './masking.ts';
import { createSignInServices } from './sign-in-services.ts';
import { waysOf } from './ways-in.ts';
import { REFUSALS_PER_IDENTIFIER, REFUSAL_RETENTION, type RefusalKeys } from './refusal-keys.ts';
import type { Secret } from '../../platform/derive-key.ts';

type SignInDiagnosis = AnswerOf<ConsoleCalls['getSignInDiagnosis']>;
type Obstacles = SignInDiagnosis['hindrances'];

/** Purposes of the codes by which an account signs in, and of those by which somebody without one is let in. */
const SIGN_IN = ['login', 'silence'] as const satisfies readonly Purpose[];
const ENROLMENT = ['register', 'email', 'silence', 'oauth'] as const satisfies readonly Purpose[];

/** Milliseconds in which a refused human verification counts as what keeps a person out. */
const VERIFICATION_RECENT = 3600 * 1000;

export const signInDiagnosisHandlers = (deps: {
  readonly db: Kysely<Database>;
  readonly now: () => number;
  readonly config: {
    readonly secret: Secret;
    readonly codes: CodeSettings;
    readonly minors: MinorsSettings;
  };
  readonly keys: RefusalKeys;
  readonly senders: readonly Pick<Sender, 'name' | 'channels'>[];
  /** The vendors of challenges that are configured, as rules name them (`GEETEST`). */
  readonly verification: readonly string[];
  /** Writes the refusals and failures that this server has not written yet. */
  readonly flush: () => Promise<void>;
}): ConsoleHandlers<'getSignInDiagnosis'> => {
  const { db, now, config, keys, senders, verification, flush } = deps;
  const services = createSignInServices({ db, now, codes: config.codes, senders, verification, flush });
  const pastIdentifiers = createPastIdentifiers(config.secret);
  const passwordObstaclesOf = createPasswordObstacles({ db, now, secret: config.secret });

  /** Current obstacles of one phone number, e-mail address or username. @param purposes those of the codes that would let the person in */
  const obstaclesOf = async (identifier: Identifier, purposes: readonly Purpose[]): Promise<Obstacles> => {
    const { kind: of, value } = identifier;
    const at = now();
    const found: Obstacles = [];
    if (of === 'username') return found;
    const [budget, code] = await Promise.all([
      db
        .selectFrom('budgets')
        .select(eb => eb.fn.max('ends_at').as('ends_at'))
        .where('name', 'in', recipientBudgets(value))
        .where('spent', '>=', config.codes.dailyLimit)
        .where('ends_at', '>', new Date(at))
        .executeTakeFirst(),
      db
        .selectFrom('codes')
        .select(eb => eb.fn.max('sent_at').as('sent_at'))
        .where('address', '=', value)
        .where('purpose', 'in', purposes)
        .executeTakeFirst(),
    ]);
    if (budget?.ends_at) found.push({ kind: 'code-limit', until: budget.ends_at.getTime(), of });
    const next = (code?.sent_at?.getTime() ?? Number.NEGATIVE_INFINITY) + config.codes.retrySeconds * 1000;
    if (next > at) found.push({ kind: 'code-wait', until: next, of });
    return found;
  };

  /**
   * What keeps passwords from being taken, of the account of an identifier, or of a name without one. A browser that
   * signed in before has counts of its own, which are not seen here.
   */
  const passwordObstacles = async (identifier: Identifier | undefined): Promise<Obstacles> => {
    if (!identifier) return [];
    const { delay, locked } = await passwordObstaclesOf(identifier);
    if (locked) return [{ kind: 'password-locked', until: null, of: null }];
    return delay > 0 ? [{ kind: 'wrong-passwords', until: now() + delay, of: null }] : [];
  };

  /** The account that had the identifier before, other than the one it is asked of now. */
  const movedFrom = async (identifier: Identifier | undefined, id?: string): Promise<Obstacles> => {
    const past = identifier && (await pastIdentifiers.find(db, identifier, now()));
    if (!past || past.accountId === id) return [];
    const { accountId: account, changedAt: since } = past;
    return [{ kind: 'moved', until: null, of: identifier.kind, since, account }];
  };

  /** The sites whose agreements the account has not signed: its own and those it was signed in at. */
  const unsignedAt = async (id: string, own: string, at: number): Promise<string[]> => {
    const signedIn = await db
      .selectFrom('sessions')
      .select('pid')
      .distinct()
      .where('account_id', '=', id)
      .execute();
    const pids = [...new Set([own, ...signedIn.map(({ pid }) => pid)])];
    const asked = await Promise.all(
      pids.map(pid => documentsInForce(db, { pid, at, language: 'zh-CN', inUrl: false, unsignedBy: id })),
    );
    return pids.filter((_, index) => (asked[index]?.length ?? 0) > 0);
  };

  /** A human verification that was refused last, unless the account was signed in to since. */
  const verificationObstacle = async (
    [last]: SignInDiagnosis['refusals'],
    id: string | undefined,
  ): Promise<Obstacles> => {
    if (!last?.rule || last.at <= now() - VERIFICATION_RECENT) return [];
    const later =
      id === undefined
        ? undefined
        : await db
            .selectFrom('sessions')
            .select('id')
            .where('account_id', '=', id)
            .where('created_at', '>', new Date(last.at))
            .executeTakeFirst();
    if (later) return [];
    const { rule, refusal, kind: of } = last;
    return [{ kind: 'verification-refused', until: null, of, rule, refusal }];
  };

  /** The third parties that are bound to the account. */
  const boundTo = async (id: string): Promise<('wechat' | 'qq')[]> => {
    const bound = await boundOf(db, id);
    return (['wechat', 'qq'] as const).filter(provider => bound[provider]);
  };

  /** Current obstacles of the account, and whether it has a password. */
  const ofAccount = async (
    id: string,
    kinds: readonly Identifier['kind'][],
  ): Promise<{ readonly obstacles: Obstacles; readonly password: boolean }> => {
    const account = await db
      .selectFrom('accounts')
      .leftJoin('guardianships as g', 'g.account_id', 'accounts.id')
      .select(['pid', 'blocked_at', 'deletion_due_at', 'password_hash', 'second_factor', ...ageColumns])
      .select(['g.erase_at', 'g.due_at'])
      .where('accounts.id', '=', id)
      .executeTakeFirst();
    if (!account) throw refuse('NotFound');
    const always = { until: null, of: null };
    const at = now();
    // Those of a child are the guardian's to agree to.
    const child = config.minors.mode !== 'off' && isChild(account, at);
    const required = requirementOf(config.minors, account, at);
    const [wrongCodes, unsigned] = await Promise.all([
      readWrongCodes(db, { kind: 'account', id }, at),
      child ? [] : unsignedAt(id, account.pid, at),
    ]);
    const due = account.deletion_due_at?.getTime() ?? null;
    const stays = whyDeletionStays(account, at);
    const obstacles: Obstacles = [
      ...(account.blocked_at ? [{ kind: 'blocked' as const, ...always }] : []),
      ...(due === null
        ? []
        : [
            {
              kind: due > at ? ('deletion-due' as const) : ('deletion-overdue' as const),
              until: due,
              of: null,
              ...(stays ? { stays } : {}),
            },
          ]),
      ...(unsigned.length > 0 ? [{ kind: 'agreements-unsigned' as const, ...always, pids: unsigned }] : []),
      ...(required && isRestricted(config.minors, required)
        ? [{ kind: `${required}-required` as const, ...always }]
        : []),
      ...(account.password_hash === null ? [{ kind: 'no-password' as const, ...always }] : []),
      ...(kinds.includes('phone') ? [] : [{ kind: 'no-phone' as const, ...always }]),
      ...(account.second_factor ? [{ kind: 'second-factor' as const, ...always }] : []),
      ...wrongCodes.map(({ method, locked, until }) => ({
        kind:
          method === 'recovery_code'
            ? ('wrong-recovery-codes' as const)
            : locked
              ? ('app-codes-locked' as const)
              : ('wrong-app-codes' as const),
        until,
        of: null,
      })),
    ];
    return { obstacles, password: account.password_hash !== null };
  };

  const refusalsOf = async (identifiers: readonly Identifier[]): Promise<SignInDiagnosis['refusals']> => {
    if (identifiers.length === 0) return [];
    const rows = await db
      .selectFrom('sign_in_refusals')
      .select(['at', 'call', 'refusal', 'rule_required', 'rule', 'kind', 'address'])
      .where('identity', 'in', identifiers.flatMap(keys.accepted))
      .where('at', '>', new Date(now() - REFUSAL_RETENTION))
      .orderBy('id', 'desc')
      .limit(REFUSALS_PER_IDENTIFIER)
      .execute();
    return rows.map(row => ({ ...row, at: row.at.getTime() }));
  };

  return {
    getSignInDiagnosis: async ({ query, operator, audit }) => {
      const typed = query.identity === undefined ? undefined : readIdentity(query.identity);
      if (typed === undefined && query.id === undefined) {
        throw refuse('InvalidRequest', { data: { field: 'identity' } });
      }
      const id = query.id ?? (typed && (await findAccount(db, typed))?.id);
      const reason =
        id === undefined ? undefined : await reasonToLook(db, { id, operatorId: operator.id, at: now() });
      const after = {
        ...(query.identity === undefined ? {} : { search: maskSearch(query.identity) }),
        ...(reason === undefined ? {} : { reason }),
      };
      await audit(db, {
        ...(id === undefined ? {} : { subject: id }),
        // By the id it is a part of the person's page.
        ...(query.identity === undefined ? { look: true } : {}),
        ...(Object.keys(after).length > 0 ? { after } : {}),
      });
      const failing = await services.failing();
      if (id === undefined) {
        // No account has this identifier, but its refusals are stored.
        const identifiers = typed ? [typed] : [];
        const ofIdentifiers = await Promise.all(identifiers.map(one => obstaclesOf(one, ENROLMENT)));
        const ofPassword = await passwordObstacles(typed);
        const refusals = await refusalsOf(identifiers);
        const moved = await movedFrom(typed);
        const ofMessages = typed ? await services.ofMessages(typed, 'strangers', failing) : [];
        return {
          id: null,
          ways: null,
          hindrances: [
            // Whose number was changed has an account, and must not be sent to sign up.
            ...(moved.length > 0
              ? moved
              : [{ kind: 'no-account' as const, until: null, of: typed?.kind ?? null }]),
            ...(await verificationObstacle(refusals, undefined)),
            ...ofMessages,
            ...services.ofVendors(failing, []),
            ...ofPassword,
            ...ofIdentifiers.flat(),
          ],
          refusals,
        };
      }
      const identifiers = await identifiersOf(db, id);
      const [{ obstacles: account, password }, bound, ofPassword, ofIdentifiers, refusals] =
        await Promise.all([
          ofAccount(
            id,
            identifiers.map(({ kind }) => kind),
          ),
          boundTo(id),
          passwordObstacles(identifiers[0]),
          Promise.all(
            identifiers.map(async one => [
              ...(await services.ofMessages(one, 'accounts', failing)),
              ...(await obstaclesOf(one, SIGN_IN)),
            ]),
          ),
          refusalsOf(identifiers),
        ]);
      const moved = await movedFrom(typed, id);
      const verification = await verificationObstacle(refusals, id);
      const hindrances = [
        ...moved,
        ...account,
        ...verification,
        ...services.ofVendors(failing, bound),
        ...ofPassword,
        ...ofIdentifiers.flat(),
      ];
      const kinds = identifiers.map(({ kind }) => kind);
      return { id, ways: waysOf(hindrances, { kinds, password, bound }), hindrances, refusals };
    },
  };
};
