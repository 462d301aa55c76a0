/** Software with a service token, as the handlers of the console know it: as an operator. */
import type { ApiCall } from '@rollcall/contract/api';
import type { Kysely } from 'kysely';
import type { SignedInOperator } from '../../http/console-handler.ts';
import { reasonToLook } from '../../identity/minors/child-access.ts';
import type { ServiceCaller } from '../../identity/service-tokens.ts';
import type { Database } from '../../platform/database/schema.ts';
import { maskText } from '../../platform/mask.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AuditEntry, writeAudit } from './audit.ts';

/** Milliseconds before its end at which a look at somebody under 14 begins again, so that it does not end within a call. */
const EARLY = 60_000;

/**
 * Whether it sees numbers and addresses in an answer. Usage is of everybody, and nothing there tells who is under 14.
 */
const seesClear = (scopes: ServiceCaller['scopes'], scope: ApiCall['scope']): boolean =>
  scopes.includes('people:read') && (scope !== 'usage:query' || scopes.includes('people:minors'));

/** Its name can be no operator's: theirs have no colon. @param scope of the call */
export const operatorOf = (
  { id, name, scopes }: ServiceCaller,
  scope: ApiCall['scope'],
  at: number,
): SignedInOperator => ({
  id,
  name: `token:${name}`,
  role: seesClear(scopes, scope) ? 'support' : 'viewer',
  sessionId: id,
  provedAt: at,
  secondFactor: true,
  service: { minors: scopes.includes('people:minors') },
});

/** Acts of the audit log for calls that write no entry of their own, by scope: one a minute, so that a leaked token leaves a trace. */
export const traceActs: Readonly<Partial<Record<ApiCall['scope'], string>>> = {
  'usage:query': 'usage.query',
  'events:write': 'events.report',
  any: 'tokens.introspect',
};

/** Opens a person under 14 with the token's purpose as the reason, as an operator does with one that they type. */
export const openForPurpose = async (
  db: Kysely<Database>,
  id: string,
  { purpose }: Pick<ServiceCaller, 'purpose'>,
  entry: Omit<AuditEntry, 'act'> & { readonly by: Pick<SignedInOperator, 'id' | 'name'> },
): Promise<void> => {
  try {
    await reasonToLook(db, { id, operatorId: entry.by.id, at: entry.at + EARLY });
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'ReasonRequired') throw error;
    const after = { reason: maskText(purpose) };
    await writeAudit(db, { ...entry, act: 'people.open-child', subject: id, after });
  }
};
