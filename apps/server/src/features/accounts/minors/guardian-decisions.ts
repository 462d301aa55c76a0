/** What a guardian decides about a pupil's account. Each decision is a row that is never changed. */
import type { BodyOf, Calls, ConsentKind, GuardianDecision, OpenidScope } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { notifyAccount } from '../../../messages/security-notices.ts';
import { phoneOf } from '../../../identity/identifiers.ts';
import { maskPhone } from '../../../platform/mask.ts';
import { GUARDIAN_WAIT } from '../../../identity/minors/age.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { refuse } from '../../../platform/refusal.ts';
import { DELETION_WAIT } from '../data/deletion.ts';
import { endAtClients } from '../openid/end-at-clients.ts';
import { allowForPupil, allowNoClients, type ClientDecision } from '../openid/guardian-consents.ts';
import { documentsInForce } from '../../../identity/documents-in-force.ts';
import {
  countPupils,
  type Guardian,
  isChildsNumber,
  lockNumber,
  lockPupil,
  MOST_PUPILS,
  newAgreements,
} from './guardianships.ts';
import type { AppContext } from '../../../http/context.ts';
import type { GuardianLinks } from './guardian-links.ts';
import type { KnownBrowsers } from '../sign-in/known-browsers.ts';

type Decision = BodyOf<Calls['decideForChild']>['decision'];

/** What decisions need. */
export interface DecisionContext {
  readonly app: Pick<AppContext, 'db' | 'now'>;
  readonly guardianLinks: GuardianLinks;
  readonly knownBrowsers: KnownBrowsers;
}

export interface DecisionRequest {
  readonly accountId: string;
  readonly decision: Decision;
  readonly agreement_ids?: readonly number[] | undefined;
  /** The kinds that a decision about usage allows. */
  readonly usage?: readonly ConsentKind[] | undefined;
  /** The client that a decision is about, and what it may learn. */
  readonly client?: { readonly id: string; readonly scopes: readonly OpenidScope[] } | undefined;
  readonly ip: string;
  readonly userAgent: string;
  /** The Cookie header. */
  readonly cookie: string | undefined;
  readonly language: 'zh-CN' | 'en';
}

const kindsOf = (kinds: readonly ConsentKind[] = []): ConsentKind[] => [...new Set(kinds)].toSorted();

type Pupil = NonNullable<Awaited<ReturnType<typeof lockPupil>>>;

/**
 * Makes a decision and records it, within the transaction `db`. A decision that changes nothing is not recorded.
 * @throws the refusals WrongTicket (not this guardian's pupil), EmptyAgreementIds (a consent names no agreement), Conflict (it names
 * others than those in force) and IllegalOperation (the decision is not open, or the number has too many pupils).
 */
export const decide = async (
  context: DecisionContext,
  db: Kysely<Database>,
  guardian: Guardian,
  request: DecisionRequest,
): Promise<void> => {
  const at = context.app.now();
  await lockNumber(db, guardian.phone);
  const pupil = await lockPupil(db, guardian, request.accountId, at);
  if (!pupil) throw refuse('WrongTicket');
  const { decision } = request;
  if (decision === 'client') {
    if (pupil.guarded_at === null) throw refuse('IllegalOperation');
    if (!request.client) throw refuse('InvalidRequest', { data: { field: 'client' } });
    const { id: clientId, scopes } = request.client;
    const client = await allowForPupil(db, { accountId: pupil.id, clientId, scopes, at });
    if (client) await recordDecision(context, db, guardian, request, { agreements: [], client });
    return;
  }
  const agreements = await change(context, db, { guardian, pupil, request: { ...request, decision }, at });
  if (agreements) await recordDecision(context, db, guardian, request, { agreements });
};

/** Writes a decision, or a correction, of a guardian. */
export const recordDecision = async (
  context: DecisionContext,
  db: Kysely<Database>,
  guardian: Guardian,
  request: Omit<DecisionRequest, 'decision' | 'agreement_ids' | 'client' | 'language'> & {
    readonly decision: GuardianDecision;
  },
  { agreements, client }: { readonly agreements: Consented; readonly client?: ClientDecision },
): Promise<void> => {
  await db
    .insertInto('guardian_decisions')
    .values({
      account_id: request.accountId,
      phone: guardian.phone,
      decision: request.decision,
      agreements: JSON.stringify(agreements),
      decided_at: new Date(context.app.now()),
      address: request.ip,
      own_device: await isOwnDevice(context, db, request.accountId, request),
      usage_kinds: request.decision === 'usage' ? kindsOf(request.usage) : null,
      client: client ? JSON.stringify(client) : null,
    })
    .execute();
};

interface Change {
  readonly guardian: Guardian;
  readonly pupil: Pupil;
  readonly request: DecisionRequest & { readonly decision: Exclude<Decision, 'client'> };
  readonly at: number;
}

type Consented = { readonly id: number; readonly code: string; readonly version: number }[];

/** @returns the agreements that the decision consents to; undefined where nothing changed */
const change = async (
  context: DecisionContext,
  db: Kysely<Database>,
  { guardian, pupil, request, at }: Change,
): Promise<Consented | undefined> => {
  const account = (changes: object) =>
    db.updateTable('accounts').set(changes).where('id', '=', pupil.id).execute();
  const guardianship = (changes: object) =>
    db.updateTable('guardianships').set(changes).where('account_id', '=', pupil.id).execute();
  const consented = pupil.guarded_at !== null;

  switch (request.decision) {
    case 'consent': {
      const inForce = await documentsInForce(db, {
        pid: pupil.pid,
        at,
        language: request.language,
        inUrl: false,
      });
      const named = new Set(request.agreement_ids ?? []);
      if (named.size === 0 && inForce.length > 0) throw refuse('EmptyAgreementIds');
      if (!inForce.every(({ id }) => named.has(id))) throw refuse('Conflict');
      const taken = inForce.map(({ id, code, version }) => ({ id, code, version }));
      if (consented) {
        const { new_agreements: fresh } = await newAgreements(db, pupil.id, guardian.phone, inForce);
        if (fresh.length === 0) return undefined;
        await guardianship({ agreements_told_at: new Date(at) });
        return taken;
      }
      if ((await countPupils(db, guardian.phone, at)) >= MOST_PUPILS) throw refuse('IllegalOperation');
      if (await isChildsNumber(db, guardian.phone, at)) throw refuse('IllegalOperation');
      await account({ guarded_at: new Date(at) });
      await guardianship({ due_at: null, link_hash: null, send_at: null, agreements_told_at: new Date(at) });
      await db
        .updateTable('guardian_numbers')
        .set({ sent: 0, blocked_at: null })
        .where('number', '=', context.guardianLinks.number(guardian.phone))
        .execute();
      // With the way back: the link of the request is spent.
      const child = await phoneOf(db, pupil.id);
      await notifyAccount(db, {
        accountId: pupil.id,
        kind: 'guardian-consented',
        language: request.language,
        at,
        details: child === undefined ? {} : { value: maskPhone(child) },
        recipient: { channel: 'sms', to: guardian.phone },
      });
      return taken;
    }
    case 'refuse': {
      if (consented) throw refuse('IllegalOperation');
      await guardianship({ phone: null, link_hash: null, send_at: null });
      const number = context.guardianLinks.number(guardian.phone);
      const blocked = { sent: 0, last_sent_at: new Date(at), blocked_at: new Date(at) };
      await db
        .insertInto('guardian_numbers')
        .values({ number, ...blocked })
        .onConflict(conflict => conflict.column('number').doUpdateSet({ blocked_at: blocked.blocked_at }))
        .execute();
      return [];
    }
    case 'withdraw': {
      if (!consented) return undefined;
      await account({ guarded_at: null });
      await guardianship({ due_at: new Date(at + GUARDIAN_WAIT), usage_kinds: [] });
      await allowNoClients(db, pupil.id);
      await endAtClients(db, { accountId: pupil.id, at });
      return [];
    }
    case 'usage': {
      if (!consented) throw refuse('IllegalOperation');
      const kinds = kindsOf(request.usage);
      if (kinds.join() === pupil.usage_kinds.toSorted().join()) return undefined;
      await guardianship({ usage_kinds: kinds });
      return [];
    }
    case 'erase': {
      if (!pupil.known) throw refuse('IllegalOperation');
      if (pupil.erase_at && pupil.deletion_due_at) return undefined;
      const due = new Date(at + DELETION_WAIT);
      if (!pupil.deletion_due_at || pupil.deletion_due_at > due) await account({ deletion_due_at: due });
      await guardianship({ erase_at: due });
      const { language } = request;
      await notifyAccount(db, { accountId: pupil.id, kind: 'guardian-erases', language, at });
      return [];
    }
    case 'keep': {
      if (!pupil.erase_at) throw refuse('IllegalOperation');
      // An earlier request of the pupil's own stays.
      if (pupil.deletion_due_at && pupil.deletion_due_at >= pupil.erase_at)
        await account({ deletion_due_at: null });
      await guardianship({ erase_at: null });
      return [];
    }
  }
};

/** Whether the pupil's account is known to the browser, or has a session from the same address and kind of browser. */
const isOwnDevice = async (
  { knownBrowsers }: Pick<DecisionContext, 'knownBrowsers'>,
  db: Kysely<Database>,
  accountId: string,
  { ip, userAgent, cookie }: Pick<DecisionRequest, 'ip' | 'userAgent' | 'cookie'>,
): Promise<boolean> => {
  if (knownBrowsers.find(cookie, accountId) !== undefined) return true;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('address', '=', ip)
    .where('user_agent', '=', userAgent)
    .executeTakeFirst();
  return session !== undefined;
};
