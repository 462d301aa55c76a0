/**
 * Decides what becomes of each row, by whole sets. Of rows of the file with the same number, address or username the first counts, and
 * the others are faults. A row with an identifier of an account is that account's: its name and grade are changed, if it is not of
 * somebody under 14, and nothing else.
 */
import type { ImportField } from '@rollcall/contract/console';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import type { ImportColumn } from '../../../platform/database/tables/imports.ts';

/** Judges all rows within the transaction `db`. @param at milliseconds since 1970 */
export const judgeRows = async (
  db: Kysely<Database>,
  id: string,
  columns: readonly ImportColumn[],
  at: number,
): Promise<void> => {
  const columnOf = (field: ImportField): number | null => {
    const found = columns.findIndex(one => one.field === field);
    return found < 0 ? null : found;
  };
  for (const [name, field] of [
    ['phone', 'phone_number'],
    ['email', 'email'],
    ['username', 'username'],
  ] as const) {
    const value = sql.ref(name);
    await sql`
      with ranked as (
        select row, first_value(row) over (partition by ${value} order by row) as first
        from import_rows where import_id = ${id} and ${value} is not null
      )
      update import_rows r
      set faults = r.faults || jsonb_build_array(jsonb_build_object(
        'column', ${columnOf(field)}::integer, 'why', ${`same-${name}`}::text, 'row', ranked.first))
      from ranked
      where r.import_id = ${id} and r.row = ranked.row and ranked.first <> ranked.row`.execute(db);
  }
  await sql`
    with hits as (
      select r.row, i.account_id from import_rows r join identifiers i on i.kind = 'phone' and i.value = r.phone
      where r.import_id = ${id}
      union select r.row, i.account_id from import_rows r join identifiers i on i.kind = 'email' and i.value = r.email
      where r.import_id = ${id}
      union select r.row, i.account_id from import_rows r join identifiers i on i.kind = 'username' and i.value = r.username
      where r.import_id = ${id}
    ), found as (
      select row, (array_agg(account_id))[1] as account, count(*) as accounts from hits group by row
    ), ranked as (
      select *, first_value(row) over (partition by account order by row) as first from found
    )
    update import_rows r
    set account_id = case when accounts = 1 and first = f.row then account end,
      faults = r.faults
        || case when accounts > 1 then '[{"column": null, "why": "two-accounts"}]'::jsonb else '[]' end
        || case when accounts = 1 and first <> f.row
          then jsonb_build_array(jsonb_build_object('column', null, 'why', 'one-account', 'row', first)) else '[]' end
    from ranked f where r.import_id = ${id} and r.row = f.row`.execute(db);
  await sql`
    update import_rows r
    set fate = case
      when r.faults <> '[]' then 'fault'
      when r.account_id is null then 'make'
      when exists (
        select from accounts a where a.id = r.account_id
          and (a.child_until is null or a.child_until <= ${new Date(at)})
          and (a.fullname is distinct from coalesce(r.person ->> 'fullname', a.fullname)
            or a.grade is distinct from coalesce((r.person ->> 'grade')::integer, a.grade))
      ) then 'change'
      else 'leave' end
    where r.import_id = ${id}`.execute(db);
};
