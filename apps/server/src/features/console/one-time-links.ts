/**
 * One-time links: first admin, invitation, password reset. The token is in the URL fragment, which no server log sees. A
 * link ends with its maker's role, password or account, and with the account whose password it sets.
 */
import { randomUUID } from 'node:crypto';
import type { Role } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import { sha256 } from '../../platform/digest.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { OperatorLinksTable } from '../../platform/database/tables/console.ts';
import { refuse } from '../../platform/refusal.ts';
import { newToken } from './tokens.ts';

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
  /** The admin who makes it; absent for links that the server makes. */
  readonly maker?: { readonly id: string; readonly name: string };
  /** Whether it is a recovery link, which creates an admin even if there are operators. */
  readonly recovery?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Locks the maker, so that a concurrent change of their role either is seen here or ends the link.
 * @throws the refusal RoleRequired if they are no admin any more
 */
const lockMaker = async (db: Kysely<Database>, id: string): Promise<void> => {
  const admin = await db
    .selectFrom('operators')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!admin) throw refuse('RoleRequired', { data: { role: 'admin' } });
};

/** @returns the path with the token, of which only a hash is stored; `expires_at` in ms since 1970 */
export const createLink = async (
  db: Kysely<Database>,
  { kind, role, operatorId, maker, recovery, at }: LinkOptions,
): Promise<{ readonly link: string; readonly expires_at: number; readonly id: string }> => {
  if (maker) await lockMaker(db, maker.id);
  const token = newToken();
  const id = randomUUID();
  const life = LIFE[kind];
  await db
    .insertInto('operator_links')
    .values({
      id,
      hash: sha256(token),
      kind,
      role,
      operator_id: operatorId ?? null,
      made_by: maker?.name ?? (recovery ? RECOVERY : null),
      maker_id: maker?.id ?? null,
      created_at: new Date(at),
      expires_at: new Date(at + life),
    })
    .execute();
  return { link: `${paths[kind]}#${token}`, expires_at: at + life, id };
};

/** Neither expired nor of a maker who is no admin any more, also where the role was changed in the database itself. */
const isValid = (at: number) =>
  sql<boolean>`(expires_at is null or expires_at > ${new Date(at)}) and (maker_id is null or exists (
    select from operators m where m.id = maker_id and m.role = 'admin' and m.disabled_at is null))`;

/** The row of a valid link; undefined if it is unknown, used or has ended. */
export const findLink = (db: Kysely<Database>, token: string, at: number) =>
  db
    .selectFrom('operator_links')
    .selectAll()
    .where('hash', '=', sha256(token))
    .where(isValid(at))
    .executeTakeFirst();

/** Ends the links that an operator made, and those that set the operator's password, in the transaction `db` of a change. */
export const endLinks = async (db: Kysely<Database>, operatorId: string): Promise<void> => {
  await db
    .deleteFrom('operator_links')
    .where(eb => eb.or([eb('operator_id', '=', operatorId), eb('maker_id', '=', operatorId)]))
    .execute();
};

/** Ends the links that set an operator's password. */
export const endPasswordLinks = async (db: Kysely<Database>, operatorId: string): Promise<void> => {
  await db.deleteFrom('operator_links').where('operator_id', '=', operatorId).execute();
};

/** Consumes a link in the transaction `db`: one of several concurrent uses succeeds, and a rollback restores it. */
export const useLink = (db: Kysely<Database>, token: string, at: number, kind: LinkKind) =>
  db
    .deleteFrom('operator_links')
    .where('hash', '=', sha256(token))
    .where('kind', '=', kind)
    .where(isValid(at))
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
    recovery: some !== undefined,
  });
  return made.link;
};
