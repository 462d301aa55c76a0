/** The people of an answer about usage: their nicknames, as a list of people shows them, and the entry of the audit log. */
import type { ConsoleCalls } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { ConsoleInput } from '../../http/console-handler.ts';
import type { Database } from '../../platform/database/schema.ts';
import { isUuid } from '../../platform/database/known-accounts.ts';
import { refuse } from '../../platform/refusal.ts';
import { type PersonRow, personRowsOf } from './person-rows.ts';

/** @returns shows accounts to the caller of a question; @throws Refusal ScopeRequired for a program that may see no people */
export const showPeople =
  ({ db, now }: { readonly db: Kysely<Database>; readonly now: () => number }) =>
  async (
    ids: readonly string[],
    { operator, audit }: Pick<ConsoleInput<ConsoleCalls['askUsageQuestion']>, 'operator' | 'audit'>,
  ): Promise<ReadonlyMap<string, string>> => {
    // Usage is of everybody: a program that sees no people gets no ids either.
    if (operator.service && operator.role === 'viewer')
      throw refuse('ScopeRequired', { data: { scope: 'people:read' } });
    // A page can claim any id.
    const accounts = ids.filter(isUuid);
    if (ids.length === 0) return new Map();
    const rows =
      accounts.length === 0
        ? new Map<string, PersonRow>()
        : await personRowsOf(db, accounts, { operator, at: now() });
    // Texts that pages claimed are counted alone.
    const others = ids.length - rows.size;
    await audit(db, { after: { people: [...rows.keys()], ...(others > 0 ? { others } : {}) } });
    return new Map([...rows].map(([id, { nickname }]) => [id, nickname]));
  };
