/** Operators' sign-in: first run, invitations, password, password reset by link. */
import { randomUUID } from 'node:crypto';
import { consoleCalls, type Operator, type Role } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { uniqueViolation } from '../../platform/database/unique-violation.ts';
import { refuse } from '../../platform/refusal.ts';
import type { NewSession, ConsoleHandlers, ConsoleInput } from '../../http/console-handler.ts';
import { endLinks, findLink, type LinkKind, RECOVERY, useLink } from './one-time-links.ts';
import { checkPassword, operatorName, normalisePassword } from './operator-names.ts';
import type { ConsoleContext, FirstSettings } from './context.ts';
import { signInByBoth } from './sign-in-by-both.ts';
import { askSecondStep, beginSecondStep } from './second-step.ts';

type OperatorSignInCall =
  | 'getConsoleState'
  | 'createFirstOperator'
  | 'signInOperator'
  | 'lookAtInvitation'
  | 'acceptInvitation'
  | 'setOperatorPassword';

/** Sign-ins for one name in 15 minutes, from browsers without a device cookie, before further ones are refused. */
export const NAME_ATTEMPTS = 50;
/** `retry_after` of that refusal in seconds. */
const NAME_WAIT = 60;

type SessionInput = Pick<ConsoleInput, 'ip' | 'userAgent' | 'language' | 'setSession' | 'audit'>;

/** The operator as answered, without the other columns of the row. */
const shown = ({ id, name, role }: Operator): Operator => ({ id, name, role });

export const operatorSignInHandlers = (context: ConsoleContext): ConsoleHandlers<OperatorSignInCall> => {
  const { db, now, passwords, loginThrottle, sessions, cookies, nameAttempts } = context;
  const { firstSettings, onFirstAdmin, startSample } = context;

  /** Checks the link before the expensive password hash. @throws the refusal LinkInvalid */
  const requireLink = async (token: string, kind: LinkKind) => {
    const found = await findLink(db, token, now());
    if (found?.kind !== kind) throw refuse('LinkInvalid');
    return found;
  };

  /**
   * Counts a sign-in before its password is compared, so that many concurrent ones, on several servers, are as many
   * as one after
   * another. A refused one is not counted. @throws the refusal TooManyAttempts
   */
  const countAttempt = async (name: string): Promise<void> => {
    const [before = 0] = await nameAttempts.count([name]);
    const [counted = 0] = before < NAME_ATTEMPTS ? await nameAttempts.add([name]) : [before + 1];
    if (counted > NAME_ATTEMPTS) throw refuse('TooManyAttempts', { data: { retry_after: NAME_WAIT } });
  };

  const anyOperator = async (trx: Kysely<Database>): Promise<boolean> =>
    (await trx.selectFrom('operators').select('id').limit(1).executeTakeFirst()) !== undefined;

  /** Whether a link asks for the first settings: one for another admin changes nothing of the school. */
  const asksFor = (kind: LinkKind, madeBy: string | null): boolean =>
    kind === 'first-run' && madeBy !== RECOVERY;

  /** Consumes the link, creates the operator and starts a session in one transaction. */
  const signInByLink = async (
    kind: 'first-run' | 'invitation',
    body: {
      readonly token: string;
      readonly name: string;
      readonly password: string;
      readonly school?: FirstSettings | undefined;
      readonly sample?: boolean | undefined;
    },
    from: SessionInput,
  ): Promise<Operator> => {
    const name = operatorName(body.name);
    const password = normalisePassword(body.password);
    checkPassword(name, password);
    const { made_by: madeBy } = await requireLink(body.token, kind);
    const school = Object.fromEntries(Object.entries(body.school ?? {}).filter(([, value]) => value !== ''));
    const given = Object.keys(school).length > 0;
    const sample = body.sample === true;
    if ((given || sample) && !asksFor(kind, madeBy))
      throw refuse('Conflict', { message: 'This link asks for no settings and makes no sample data.' });
    if (sample && !startSample)
      throw refuse('Conflict', {
        message: 'This server makes no sample data.',
        data: { field: 'sample' },
      });
    if (given) await firstSettings?.check(school);
    const hash = await passwords.hash(password, from.ip);
    const id = randomUUID();
    const made = await transaction(db, async trx => {
      const link = await useLink(trx, body.token, now(), kind);
      if (!link) throw refuse('LinkInvalid');
      if (kind === 'first-run' && link.made_by !== RECOVERY && (await anyOperator(trx))) {
        throw refuse('LinkInvalid');
      }
      const { role } = link;
      await trx
        .insertInto('operators')
        .values({ id, name, role, password_hash: hash, created_at: new Date(now()) })
        .execute();
      const session = await sessions.begin(trx, id, from);
      const by = { id, name };
      await from.audit(trx, { by, subject: id, after: { name, role, ...(sample ? { sample } : {}) } });
      if (given && firstSettings)
        await from.audit(trx, {
          ...(await firstSettings.set(trx, school, name)),
          act: consoleCalls.changeSettings.act,
          by,
        });
      if (asksFor(kind, link.made_by))
        for (const facts of await onFirstAdmin(trx, from.language, now()))
          await from.audit(trx, { ...facts, by });
      return { role, session };
    }).catch((error: unknown) => {
      throw uniqueViolation(error) === 'operators_name' ? refuse('OperatorExists') : error;
    });
    if (given) await firstSettings?.takeUp();
    if (sample) startSample?.();
    from.setSession(made.session);
    return { id, name, role: made.role };
  };

  type Entered =
    | {
        readonly operator: { readonly id: string; readonly name: string; readonly role: Role };
        readonly session: NewSession;
      }
    | { readonly operatorId: string; readonly ticket: string };

  return {
    getConsoleState: async () => ({ first_run: !(await anyOperator(db)) }),

    createFirstOperator: input => signInByLink('first-run', input.body, input),
    acceptInvitation: input => signInByLink('invitation', input.body, input),

    lookAtInvitation: async ({ body }) => {
      const link = await findLink(db, body.token, now());
      if (!link) throw refuse('LinkInvalid');
      const operator =
        link.operator_id === null
          ? undefined
          : await db
              .selectFrom('operators')
              .select('name')
              .where('id', '=', link.operator_id)
              .executeTakeFirst();
      return {
        kind: link.kind,
        role: link.role,
        name: operator?.name ?? null,
        invited_by: link.made_by === RECOVERY ? null : link.made_by,
        asks: asksFor(link.kind, link.made_by) ? [...(firstSettings?.asks() ?? [])] : [],
        sample: asksFor(link.kind, link.made_by) && startSample !== undefined,
        expires_at: link.expires_at?.getTime() ?? null,
      };
    },

    signInOperator: async input => {
      const { body, ip, userAgent, header, audit, concerns, setSession } = input;
      const name = operatorName(body.name);
      const found = await db
        .selectFrom('operators')
        .select(['id', 'name', 'role', 'password_hash', 'disabled_at'])
        .where('name', '=', name)
        .executeTakeFirst();
      if (found) concerns(found.id);
      if (body.proof) return signInByBoth(context, found, body.proof, input);
      // A browser with a device cookie has its own failure count, so that guesses of others behind the same IP do not block it.
      const device = found && cookies.device(header('cookie'), found.id);
      const attempt = async (): Promise<Entered | undefined> => {
        // In here, so that a sign-in that the delay refuses is not counted: it would shut the operator out at no cost.
        if (device === undefined) await countAttempt(name);
        const check = await passwords.check(found?.password_hash, normalisePassword(body.password), ip);
        if (!found || check === 'wrong' || found.disabled_at) return undefined;
        return transaction(db, async trx => {
          // The operator may have been disabled, or the password changed, during the comparison.
          const operator = await trx
            .selectFrom('operators')
            .select(['id', 'name', 'role', 'password_hash'])
            .where('id', '=', found.id)
            .where('password_hash', '=', found.password_hash)
            .where('disabled_at', 'is', null)
            .forUpdate()
            .executeTakeFirst();
          if (!operator) return undefined;
          const ticket = await beginSecondStep(context, trx, operator);
          if (ticket !== undefined) return { operatorId: operator.id, ticket };
          const session = await sessions.begin(trx, operator.id, { ip, userAgent });
          await audit(trx, { by: operator, subject: operator.id });
          return { operator, session };
        });
      };
      const key = { kind: 'username', value: `OPERATOR ${name} ${device ?? ip}` } as const;
      const entered = await loginThrottle.run({ identity: key }, attempt);
      if (!entered) throw refuse('WrongCredentials');
      if ('ticket' in entered) return askSecondStep(context, entered.operatorId, entered.ticket, input);
      setSession(entered.session);
      return shown(entered.operator);
    },

    setOperatorPassword: async input => {
      const { body, ip, userAgent, audit, setSession } = input;
      const { operator_id: id } = await requireLink(body.token, 'password');
      const password = normalisePassword(body.password);
      const found =
        id === null
          ? undefined
          : await db.selectFrom('operators').select('name').where('id', '=', id).executeTakeFirst();
      if (id === null || !found) throw refuse('LinkInvalid');
      checkPassword(found.name, password);
      const hash = await passwords.hash(password, ip);
      const entered = await transaction<Entered>(db, async trx => {
        if (!(await useLink(trx, body.token, now(), 'password'))) throw refuse('LinkInvalid');
        const changed = await trx
          .updateTable('operators')
          .set({ password_hash: hash, renewed_at: new Date(now()) })
          .where('id', '=', id)
          .where('disabled_at', 'is', null)
          .returning(['id', 'name', 'role', 'password_hash'])
          .executeTakeFirst();
        if (!changed) throw refuse('LinkInvalid');
        await endLinks(trx, id);
        await sessions.end(trx, id);
        await audit(trx, { by: changed, subject: id });
        // The link replaces the password, not the second factor.
        const ticket = await beginSecondStep(context, trx, changed);
        if (ticket !== undefined) return { operatorId: id, ticket };
        const session = await sessions.begin(trx, id, { ip, userAgent });
        return { operator: changed, session };
      });
      // The password is changed; what is missing is the second step.
      if ('ticket' in entered) return askSecondStep(context, entered.operatorId, entered.ticket, input);
      setSession(entered.session);
      return shown(entered.operator);
    },
  };
};
