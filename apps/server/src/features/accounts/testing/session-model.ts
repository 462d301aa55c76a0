/** For tests: one account with three actors, each with a session of its own, and what they can do to it. */
import { expect } from 'vitest';
import { totpCodeAt } from '../../../identity/second-factor/testing.ts';
import { createSecondFactors } from '../../../identity/second-factor/second-factors.ts';
import { createTickets } from '../../../identity/tickets.ts';
import { openDataKey } from '../../../platform/database/data-key.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { personSecondFactorHandlers } from '../../console/person-second-factor.ts';
import { createAccount } from '../sign-in/creation.ts';
import { lockRunning, PROOF_LIFE, renewProof, requireFreshProof } from '../../../identity/fresh-proof.ts';
import { readRefreshToken } from '../sessions/refresh-token.ts';
import { createSessions, type Sessions } from '../sessions/sessions.ts';
import { readSignInState, type SignInState } from '../notices/sign-in-state.ts';
import { beginChange, createTakeBacks } from '../notices/take-back.ts';
import { newPhone, PID, type TestAccounts } from '../testing.ts';
import { quickHash } from '../../../platform/testing/quick-hasher.ts';

export interface Actor {
  id: string;
  /** Every refresh token of the session, the newest last. */
  tokens: string[];
  provedAt: number;
}

/** A ticket of the second step: what it was given for, and whether a sign-in used it. */
interface Step {
  readonly ticket: string;
  readonly password: string | null;
  spent: boolean;
  /** An admin removed the second factor since. */
  over: boolean;
}

/** A link that takes a change back: what it puts back, and whether it was used. */
interface Link {
  readonly token: string;
  readonly before: SignInState;
  used: boolean;
}

export const createSessionModel = async (context: TestAccounts) => {
  const { db } = context.database;
  const { now } = context;
  const { secret, issuer } = context.database.config;
  const sessions: Sessions = createSessions({ db, now, secret });
  const takeBacks = createTakeBacks({ db, now, sessions, pastIdentifiers: { remember: async () => {} } });
  const factors = createSecondFactors({
    db,
    now,
    key: await openDataKey({ db, secret }, 'second factors'),
    tickets: createTickets({ db, now, secret }),
    places: { issuer },
    site: 'Rollcall',
  });
  const { resetPersonSecondFactor } = personSecondFactorHandlers({
    db,
    now,
    secondFactors: factors,
  } as unknown as Parameters<typeof personSecondFactorHandlers>[0]);
  /** The console's own handler, of an admin. @throws the refusal Conflict without a second factor */
  const removeSecondFactor = (id: string) =>
    resetPersonSecondFactor({
      body: { id, reason: 'lost' },
      audit: async () => {},
    } as unknown as Parameters<typeof resetPersonSecondFactor>[0]);
  const passwords = new Map<string, string>();
  /** The hash of a new password, which `passwords` has. */
  const newPassword = (): string => {
    const password = `Password-${passwords.size}`;
    const hash = quickHash(password);
    passwords.set(hash, password);
    return hash;
  };

  /** How often each of these did what it is for, so that a model in which they never do is noticed. */
  const completed = { change: 0, 'take-back': 0, factor: 0, removal: 0, ticket: 0, step: 0 };

  /** @param withFactor whether sign-ins ask for a second step from the beginning */
  const begin = async (withFactor: boolean) => {
    const hash = newPassword();
    const accountId = await transaction(db, trx =>
      createAccount(trx, {
        pid: PID,
        identifier: { kind: 'phone', value: newPhone() },
        passwordHash: hash,
        at: now(),
        language: 'zh-CN',
      }),
    );
    const owner = { kind: 'account', id: accountId } as const;
    /** Sessions that have ended, by what the actors did. */
    const ended = new Set<string>();
    const steps: Step[] = [];
    const links: Link[] = [];
    let recoveryCodes: string[] = [];

    const newSession = (passwordHash: string | null) =>
      sessions.start(db, {
        accountId,
        pid: PID,
        ip: '',
        userAgent: '',
        client: { platform: null, product: null, sdk: null },
        language: 'en',
        method: 'password',
        proved: true,
        ...(passwordHash === null ? {} : { passwordHash }),
      });
    const stateOf = () => readSignInState(db, accountId);
    const isBlocked = async () => {
      const row = await db
        .selectFrom('accounts')
        .select('blocked_at')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return row.blocked_at !== null;
    };
    const actorOf = (refreshToken: string): Actor => ({
      id: readRefreshToken(refreshToken)?.id ?? '',
      tokens: [refreshToken],
      provedAt: now(),
    });
    const first = async (): Promise<Actor> => {
      const started = await newSession(hash);
      if (started.state !== 'begun') throw new Error('No session was started.');
      return actorOf(started.session.refreshToken);
    };
    const actors: Actor[] = [await first(), await first(), await first()];
    const running = async () =>
      (await db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()).map(
        ({ id }) => id,
      );
    const endAll = (ids: readonly string[]) => {
      for (const id of ids) ended.add(id);
    };
    /** What was known before the call: of two concurrent calls either answer may come first. */
    const acts = {
      refresh: async (one: Actor) => {
        const over = ended.has(one.id);
        const next = await sessions.refresh(one.tokens.at(-1) ?? '');
        expect(over).toBe(false);
        if (!one.tokens.includes(next.refreshToken)) one.tokens.push(next.refreshToken);
      },
      'old-refresh': async (one: Actor) => {
        const over = ended.has(one.id);
        await sessions.refresh(one.tokens[0] ?? '');
        expect(over).toBe(false);
      },
      logout: async (one: Actor) => {
        const { id } = one;
        await sessions.endOf(accountId, one.tokens.at(-1) ?? '');
        ended.add(id);
      },
      prove: async (one: Actor) => {
        const at = now();
        const caller = { accountId, sessionId: one.id };
        await transaction(db, async trx => {
          await lockRunning(trx, caller);
          await renewProof(trx, caller, at);
        });
        one.provedAt = at;
      },
      /** A change of the number, which ends the other sessions and can be taken back. */
      change: async (one: Actor) => {
        const at = now();
        const caller = { accountId, sessionId: one.id };
        const others = (await running()).filter(id => id !== one.id);
        let before: SignInState | undefined;
        await transaction(db, async trx => {
          await requireFreshProof(trx, caller, at);
          const row = await trx
            .selectFrom('sessions')
            .select('proved_at')
            .where('id', '=', one.id)
            .executeTakeFirstOrThrow();
          expect(at - (row.proved_at?.getTime() ?? 0)).toBeLessThan(PROOF_LIFE);
          before = await readSignInState(trx, accountId);
          await beginChange(trx, { caller, kind: 'phone-changed', language: 'en', at });
          await trx
            .updateTable('identifiers')
            .set({ value: newPhone(), created_at: new Date(at) })
            .where('account_id', '=', accountId)
            .where('kind', '=', 'phone')
            .execute();
        });
        endAll(others);
        completed.change += 1;
        const rows = await db
          .selectFrom('security_notices')
          .select('take_back')
          .where('account_id', '=', accountId)
          .where('take_back', 'is not', null)
          .execute();
        const known = new Set(links.map(({ token }) => token));
        for (const { take_back: path } of rows) {
          const token = path?.split('/').at(-1) ?? '';
          if (before && !known.has(token)) links.push({ token, before, used: false });
        }
      },
      /** Puts back what the oldest unused link has; every session ends. */
      'take-back': async () => {
        const link = links.find(({ used }) => !used) ?? links.at(-1);
        if (!link) return;
        const { used } = link;
        const before = await running();
        const lost = await takeBacks.take(link.token, 'en');
        if (lost === undefined) return;
        // Used once: a second use in the same moment finds no link.
        expect(used || link.used).toBe(false);
        link.used = true;
        completed['take-back'] += 1;
        endAll(before);
      },
      password: async () => {
        const before = await running();
        await transaction(db, async trx => {
          await trx
            .updateTable('accounts')
            .set({ password_hash: newPassword() })
            .where('id', '=', accountId)
            .execute();
          await sessions.endAll(trx, accountId, 'password');
        });
        endAll(before);
      },
      block: () => context.block(accountId),
      unblock: async () => {
        await db.updateTable('accounts').set({ blocked_at: null }).where('id', '=', accountId).execute();
      },
      /** Sets up an authenticator app: sign-ins ask for a second step from now on. */
      factor: async () => {
        const binding = 'model';
        const { ticket, secret: seed } = await factors.startTotp(owner, binding, { issuer: 'x', label: 'x' });
        const code = totpCodeAt(seed, now());
        const codes = await factors.addTotp(owner, { binding, ticket, code }, async () => {});
        if (codes) recoveryCodes = codes;
        completed.factor += 1;
      },
      /** An admin removes the second factor, which ends every session and every sign-in that waits for its second step. */
      removal: async () => {
        const before = await running();
        const waiting = [...steps];
        await removeSecondFactor(accountId);
        endAll(before);
        for (const step of waiting) step.over = true;
        completed.removal += 1;
      },
      /** Signs in by password: with a second factor as far as the ticket of the step. */
      'sign-in': async (one: Actor) => {
        const at = actors.indexOf(one);
        const { identifiers, password_hash: password } = await stateOf();
        const identity = identifiers.find(({ kind }) => kind === 'phone')?.value ?? '';
        const body = { identity, password: passwords.get(password ?? '') ?? '', pid: PID };
        try {
          const { auth } = await context.call('loginByAccount', { body });
          actors[at] = actorOf(auth.token.refresh.token);
        } catch (error) {
          const ticket = error instanceof Refusal ? error.detail.data?.['ticket'] : undefined;
          if (typeof ticket !== 'string') throw error;
          steps.push({ ticket, password, spent: false, over: false });
          completed.ticket += 1;
        }
      },
      /** Finishes the last sign-in that waits for its second step. */
      step: async (one: Actor) => {
        const at = actors.indexOf(one);
        const step = steps.at(-1);
        const { blocked, password } = before;
        const code = recoveryCodes.shift();
        if (!step || code === undefined) return;
        const { spent, over } = step;
        const proof = { method: 'recovery_code', code } as const;
        const { auth } = await context.call('finishSignIn', { body: { ticket: step.ticket, proof } });
        // One session a ticket, none for a password that was replaced before, none while blocked before.
        expect(spent || over || step.spent).toBe(false);
        step.spent = true;
        completed.step += 1;
        if (!mayChange.has('password') && !mayChange.has('take-back')) expect(step.password).toBe(password);
        if (!mayChange.has('unblock')) expect(blocked).toBe(false);
        actors[at] = actorOf(auth.token.refresh.token);
      },
    } satisfies Record<string, (one: Actor) => Promise<void>>;

    /** The account before the round, and what is done to it in the round. */
    let before = { blocked: false, password: hash as string | null };
    let mayChange: ReadonlySet<string> = new Set();
    if (withFactor) await acts.factor();
    return {
      accountId,
      actors,
      ended,
      links,
      newSession,
      stateOf,
      isBlocked,
      /** The moves of one round, at the same time. */
      perform: async (moves: readonly Move[]): Promise<Promise<void>[]> => {
        const { password_hash: password } = await stateOf();
        before = { blocked: await isBlocked(), password };
        mayChange = new Set(moves.map(({ act }) => act));
        return moves.map(({ actor, act }) => acts[act](actors[actor] as Actor));
      },
    };
  };
  return { sessions, begin, completed };
};

export interface Move {
  readonly actor: 0 | 1 | 2;
  readonly act: Act;
}
export type Act =
  | 'refresh'
  | 'old-refresh'
  | 'logout'
  | 'prove'
  | 'change'
  | 'take-back'
  | 'password'
  | 'block'
  | 'unblock'
  | 'factor'
  | 'removal'
  | 'sign-in'
  | 'step';
