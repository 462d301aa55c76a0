/** One-time links: first admin, invitation, password reset. The token is in the URL fragment, which no server log sees. */
import { randomUUID } from 'node:crypto';
import type { Role } from '@rollcall/contract/console';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.ts';
import type { OperatorLinksTable } from '../../platform/database/tables/console.ts';
import { hashOf, newToken } from './tokens.ts';

export type LinkKind = OperatorLinksTable['kind']['__select__'];

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
/** Lifetime of a link in ms. First-run and recovery links are printed at the start, and end soon because terminals are recorded. */
const LIFE = { 'first-run': HOUR, invitation: 7 * DAY, password: DAY } as const;

const paths = {
  'first-run': '/console/first-run',
  invitation: '/console/invitation',
  password: '/console/password',
} as const;

/** `made_by` of a recovery link, which creates an admin even if there are operators. */
export const RECOVERY = 'recovery';

export interface LinkOptions {
  readonly kind: LinkKind;
  readonly role: Role;
  /** The operator whose password the link sets. */
  readonly operatorId?: string;
  readonly madeBy?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** @returns the path with the token, of which only a hash is stored; `expires_at` in ms since 1970 */
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
      expires_at: new Date(at + life),
    })
    .execute();
  return { link: `${paths[kind]}#${token}`, expires_at: at + life, id };
};

/** The row of a valid link; undefined if it is unknown, used or expired. */
export const findLink = (db: Kysely<Database>, token: string, at: number) =>
  db
    .selectFrom('operator_links')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(at))]))
    .executeTakeFirst();

/** Consumes a link in the transaction `db`: one of several concurrent uses succeeds, and a rollback restores it. */
export const useLink = (db: Kysely<Database>, token: string, at: number, kind: LinkKind) =>
  db
    .deleteFrom('operator_links')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date(at))]))
    .returningAll()
    .executeTakeFirst();

/**
 * Creates the first-run link if there is no operator, or a recovery link if `recovery` is set. Links of earlier starts are
 * deleted.
 * @returns the path with the token; undefined if there are operators and `recovery` is not set
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
