/** Operators' calls about people: search and details. */
import { signInMethods } from '@rollcall/contract';
import type { Kysely } from 'kysely';
import { describeDevice } from '../../platform/describe-device.ts';
import { reasonToLook } from '../../identity/minors/child-access.ts';
import type { CheckPid } from '../../identity/pids.ts';
import type { ReadStale } from '../../platform/database/replica.ts';
import type { Database } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/refusal.ts';
import type { ConsoleHandlers } from '../../http/console-handler.ts';
import { fieldQuery } from './person-fields.ts';
import { findPeople } from './person-search.ts';
import type { ConsoleContext } from './context.ts';
import { guardianOf } from './children.ts';
import { numberChangesOf } from './person-number-changes.ts';
import { maskingFor, maskingInList, maskSearch } from './masking.ts';
import { fieldsSeenBy, identifiersOf, personRowsOf } from './person-rows.ts';
import { findAccount } from '../../identity/identifiers.ts';
import { readIdentity } from '../../platform/identifier.ts';

type PeopleCall = 'listPeople' | 'listSites' | 'findPerson' | 'getPerson';

/** The kinds of an account's second factors, and since when; not the names, which the person gave. */
const factorsOf = async (db: Kysely<Database>, id: string) => {
  const [totp, passkeys] = await Promise.all([
    db.selectFrom('totp_secrets').select('created_at').where('account_id', '=', id).execute(),
    db
      .selectFrom('passkeys')
      .select('created_at')
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute(),
  ]);
  return [
    ...totp.map(row => ({ kind: 'totp' as const, created_at: row.created_at.getTime() })),
    ...passkeys.map(row => ({ kind: 'passkey' as const, created_at: row.created_at.getTime() })),
  ];
};

/** The text of a search for the audit log, which must not contain a whole number or address. */
const maskedSearch = (q: string | undefined) => (q === undefined ? {} : { search: maskSearch(q) });

export const peopleHandlers = ({
  db,
  readStale,
  now,
  checkPid,
  sites,
}: ConsoleContext & {
  readonly checkPid: CheckPid;
  /** The pids that are served; undefined: any well-formed one. */
  readonly sites: readonly string[] | undefined;
}): ConsoleHandlers<PeopleCall> => {
  return {
    listSites: async () => ({ items: [...(sites ?? [])] }),

    listPeople: async ({ query, operator, cursors, audit }) => {
      if (query.pid !== undefined) checkPid(query.pid);
      // Only who is found may be old: what is shown, and masked, is read of the database.
      // Software that keeps a copy must miss nobody.
      const read: ReadStale = operator.service ? search => search(db) : readStale;
      const { ids, next } = await read(async replica =>
        findPeople(
          replica,
          { ...query, fields: await fieldQuery(replica, query, operator) },
          { role: operator.role, minors: operator.service?.minors === true, at: now() },
          cursors,
        ),
      );
      // Of a filter by a field only which one: a value may be anything.
      const log = () =>
        audit(db, {
          after: { ...maskedSearch(query.q), ...(query.field ? { field: query.field } : {}), people: ids },
        });
      if (ids.length === 0) {
        if (operator.role !== 'viewer') await log();
        return { items: [], next };
      }
      const rows = await personRowsOf(db, ids, { operator, at: now() });
      // Each look at somebody under 14 is logged, also a viewer's.
      if (operator.role !== 'viewer' || [...rows.values()].some(({ child }) => child)) await log();
      const items = ids.flatMap(id => rows.get(id) ?? []);
      return { items, next };
    },

    findPerson: async ({ query, operator, audit }) => {
      const identifier = readIdentity(query.identity);
      const found = await findAccount(db, identifier);
      const log = (people: readonly string[]) =>
        audit(db, {
          ...(found && { subject: found.id }),
          after: { ...maskedSearch(identifier.value), people },
        });
      const row = found && (await personRowsOf(db, [found.id], { operator, at: now() })).get(found.id);
      await log(row ? [row.id] : []);
      if (!row) throw refuse('NotFound');
      return row;
    },

    getPerson: async ({ query: { id }, operator, audit }) => {
      const account = await db
        .selectFrom('accounts as a')
        .leftJoin('account_blocks as b', 'b.account_id', 'a.id')
        .select([
          'a.id',
          'a.pid',
          'a.nickname',
          'a.fullname',
          'a.avatar_url',
          'a.grade',
          'a.created_at',
          'a.blocked_at',
          'a.deletion_due_at',
          'a.password_hash',
          'a.password_set_at',
          'a.second_factor',
          'a.sample',
          'a.child_until',
          'b.reason',
          'b.operator_name',
        ])
        .where('a.id', '=', id)
        .executeTakeFirst();
      if (!account) throw refuse('NotFound');
      const at = now();
      const listed = maskingInList(operator, account.child_until, at);
      // Software without the scope sees somebody under 14 as lists show them; everybody else needs a reason.
      const masked = listed.child && operator.service?.minors === false;
      const reason = masked ? undefined : await reasonToLook(db, { id, operatorId: operator.id, at });
      if (operator.role !== 'viewer' || listed.child)
        await audit(db, { subject: id, look: true, ...(reason === undefined ? {} : { after: { reason } }) });
      const masking = masked ? listed : maskingFor(operator.role);
      const [identifiers, fields, bindings, factors, sessions, signatures, guardian, changes] =
        await Promise.all([
          identifiersOf(db, [id]),
          masked ? undefined : fieldsSeenBy(db, [id], operator),
          db
            .selectFrom('identities')
            .select(['provider', 'appid', 'created_at'])
            .where('account_id', '=', id)
            .orderBy('created_at')
            .execute(),
          factorsOf(db, id),
          db
            .selectFrom('sessions')
            .select([
              'id',
              'created_at',
              'rotated_at',
              'expires_at',
              'address',
              'user_agent',
              'signed_in_with',
              'platform',
              'product',
              'sdk',
            ])
            .where('account_id', '=', id)
            .where('ended_at', 'is', null)
            .where('expires_at', '>', new Date(now()))
            .orderBy('rotated_at', 'desc')
            .limit(200)
            .execute(),
          db
            .selectFrom('signatures as s')
            .innerJoin('agreements as g', 'g.id', 's.agreement_id')
            .select(['s.agreement_id', 'g.code', 's.version', 'g.title', 's.signed_at', 's.address'])
            .where('s.account_id', '=', id)
            .orderBy('s.signed_at', 'desc')
            .execute(),
          guardianOf(db, id, masking),
          numberChangesOf(db, id, masking),
        ]);
      const { phone, email, username } = identifiers.get(id) ?? {};
      return {
        id: account.id,
        pid: account.pid,
        nickname: masked ? listed.nickname(account.nickname) : account.nickname,
        fullname: masked ? null : account.fullname,
        avatar_url: masked ? null : account.avatar_url,
        grade: masked ? null : account.grade,
        fields: fields?.get(id) ?? {},
        sample: account.sample,
        username: username ?? null,
        phone_number: masking.phone(phone),
        email: masking.email(email),
        created_at: account.created_at.getTime(),
        blocked_at: account.blocked_at?.getTime() ?? null,
        deletion_due_at: account.deletion_due_at?.getTime() ?? null,
        has_password: account.password_hash !== null,
        password_set_at: account.password_set_at?.getTime() ?? null,
        bindings: bindings.map(row => ({ ...row, created_at: row.created_at.getTime() })),
        second_factors: factors,
        second_factor_asked: account.second_factor,
        child: listed.child,
        ...guardian,
        ...(masked ? { age: { birth_year: null, from: null, child_until: null } } : {}),
        number_changes: masked ? changes.map(change => ({ ...change, reason: '' })) : changes,
        blocked: account.blocked_at && {
          at: account.blocked_at.getTime(),
          // An operator's own words may name anybody.
          reason: masked ? null : account.reason,
          by: account.operator_name,
        },
        sessions: sessions.map(row => ({
          id: row.id,
          created_at: row.created_at.getTime(),
          last_used_at: row.rotated_at.getTime(),
          expires_at: row.expires_at.getTime(),
          address: masking.ip(row.address),
          ...describeDevice(row.user_agent),
          method: signInMethods.find(method => method === row.signed_in_with) ?? null,
          platform: row.platform,
          product: row.product,
          sdk: row.sdk,
        })),
        signatures: signatures.map(row => ({
          ...row,
          signed_at: row.signed_at.getTime(),
          address: masking.ip(row.address),
        })),
      };
    },
  };
};
