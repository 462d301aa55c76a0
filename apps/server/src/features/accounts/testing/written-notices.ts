/** For tests: the security messages as they were written; a message that was sent keeps neither recipient nor link. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, SecurityNoticesTable } from '../../../platform/database/schema.ts';

export interface WrittenNotice {
  readonly kind: string;
  readonly language: string;
  readonly details: Selectable<SecurityNoticesTable>['details'];
  readonly to: string | null;
  readonly take_back: string | null;
}

/** Begins to copy each message. @returns those of an account since, in order */
export const recordNotices = async (
  db: Kysely<Database>,
): Promise<(accountId: string) => Promise<readonly WrittenNotice[]>> => {
  for (const statement of [
    sql`create table written_notices (id bigint generated always as identity, account uuid, kind text, language text,
      details jsonb, "to" text, take_back text)`,
    sql`create function copy_notice() returns trigger language plpgsql as $$ begin
      insert into written_notices (account, kind, language, details, "to", take_back)
        values (new.account_id, new.kind, new.language, new.details, new.recipient ->> 'to', new.take_back);
      return new; end $$`,
    sql`create trigger copy_notice after insert on security_notices for each row execute function copy_notice()`,
  ])
    await statement.execute(db);
  return async accountId => {
    const { rows } = await sql<WrittenNotice>`
      select kind, language, details, "to", take_back from written_notices where account = ${accountId}::uuid order by id`.execute(
      db,
    );
    return rows;
  };
};
