/** Kysely's types of the tables that operators' help needs, which `0056_past_identifiers.sql` and `0057_number_changes.sql` define. */
import type { NumberChangeEnd, NumberChangeState } from '@rollcall/contract/console';
import type { ColumnType, GeneratedAlways } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export interface PastIdentifiersTable {
  id: GeneratedAlways<string>;
  identity: Fixed<Buffer>;
  account_id: Fixed<string>;
  changed_at: Fixed<Date>;
}

export interface NumberChangesTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  old_number: string | null;
  new_number: string | null;
  state: NumberChangeState;
  reason: Fixed<string>;
  proposed_by: Fixed<string>;
  proposed_at: Fixed<Date>;
  approved_by: string | null;
  approved_at: Date | null;
  due_at: Date | null;
  old_token: Buffer | null;
  new_token: Buffer | null;
  ended_at: Date | null;
  ended_by: NumberChangeEnd | null;
}

export interface StaffTables {
  past_identifiers: PastIdentifiersTable;
  number_changes: NumberChangesTable;
}
