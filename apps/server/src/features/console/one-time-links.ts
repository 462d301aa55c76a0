/** Links that are used once: for the first admin, an invitation, a new password. The secret stands behind `#`. */
import { randomUUID } from 'node:crypto';
import type { Role } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { OperatorLinksTable } from '../../platform/database/tables/console.ts';
import { hashOf, newToken } from './tokens.ts';

export type LinkKind = OperatorLinksTable['kind']['__select__'];

const DAY = 24 * 3600 * 1000;
/** Milliseconds that a link is good for; the first run's until it is used. */
const LIFE = { 'first-run': undefined, invitation: 7 * DAY, password: DAY } as const;

const paths = {
  'first-run': '/console/first-run',
  invitation: '/console/invitation',
  password: '/console/password',
} as const;

/** Whoever made the link of a recovery: such a link makes an admin though there are operators. */
export const RECOVERY = 'recovery';

export interface LinkOptions {
  readonly kind: LinkKind;
  readonly role: Role;
  /** Whose password it sets. */
  readonly operatorId?: string;
  readonly madeBy?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** @returns the path with the secret, which is nowhere kept; milliseconds since 1970 when it is over, 0: never. */
export const createLink = async (
  db: Kysely<Database>,
  { kind, role, operatorId, madeBy, at }: LinkOptions,
): Promise<{ readonly link: string; readonly expires_at: number; readonly id: string }> => {
  const token = newToken();
  const id = randomUUID();
  const life = LIFE[kind];
  await db
    .insertInto('operator_links')
    .values({
      id,
      hash: hashOf(token),
      kind,
      role,
      operator_id: operatorId ?? null,
      made_by: madeBy ?? null,
      created_at: new Date(at),
      expires_at: life === undefined ? null : new Date(at + life),
    })
    .execute();
  return { link: `${paths[kind]}#${token}`, expires_at: life === undefined ? 0 : at + life, id };
};

/** What a link says, while it is good. */
export const findLink = (db: Kysely<Database>, token: string, at: number) =>
  db
    .selectFrom('operator_links')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(at))]))
    .executeTakeFirst();

/** Uses a link up, within the transaction `db`: of several at once one gets it, and a rollback gives it back. */
export const useLink = (db: Kysely<Database>, token: string, at: number, kind: LinkKind) =>
  db
    .deleteFrom('operator_links')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(at))]))
    .returningAll()
    .executeTakeFirst();

/**
 * The link of a start: while there is no operator a new one for the first admin, or one of recovery where that is asked
 * for. Those of earlier starts are void.
 * @returns its path; undefined where there are operators.
 */
export const createFirstRunLink = async (
  db: Kysely<Database>,
  { at, recovery }: { readonly at: number; readonly recovery: boolean },
): Promise<string | undefined> => {
  await db.deleteFrom('operator_links').where('kind', '=', 'first-run').execute();
  const some = await db.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  if (some && !recovery) return undefined;
  const made = await createLink(db, {
    kind: 'first-run',
    role: 'admin',
    at,
    ...(some ? { madeBy: RECOVERY } : {}),
  });
  return made.link;
};
