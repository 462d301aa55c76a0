/** Kysely's types of the school's own fields of people, which `0108_custom_fields.sql` defines. */
import type { FieldAudience, FieldRule, FieldValue } from '@rollcall/contract';
import type { ColumnType, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export interface CustomFieldsTable {
  key: Fixed<string>;
  position: number;
  name: JSONColumnType<{ 'zh-CN': string; en: string }>;
  rule: JSONColumnType<FieldRule>;
  required: boolean;
  seen_by: FieldAudience[];
  changed_by: FieldAudience[];
  claim: boolean;
}

export interface AccountFieldsTable {
  key: Fixed<string>;
  account_id: Fixed<string>;
  value: ColumnType<FieldValue, string, string>;
}

export interface CustomFieldTables {
  custom_fields: CustomFieldsTable;
  account_fields: AccountFieldsTable;
}
