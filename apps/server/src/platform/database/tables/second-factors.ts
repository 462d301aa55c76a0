/** Kysely's types of the tables of second factors, which `0018_second_factors.sql` and `0025_second_factor_failures.sql` define. */
import type { ColumnType, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

/** Exactly one of the two is set. */
interface OwnedTable {
  account_id: Fixed<string | null>;
  operator_id: Fixed<string | null>;
}

export interface TotpSecretsTable extends OwnedTable {
  id: Fixed<string>;
  sealed_secret: Fixed<Buffer>;
  last_step: number;
  created_at: Fixed<Date>;
}

export interface PasskeysTable extends OwnedTable {
  id: Fixed<string>;
  public_key: Fixed<Buffer>;
  counter: number;
  transports: JSONColumnType<string[]>;
  name: string;
  created_at: Fixed<Date>;
  last_used_at: Date | null;
}

export interface RecoveryCodesTable extends OwnedTable {
  mac: Fixed<Buffer>;
}

export interface SecondFactorFailuresTable extends OwnedTable {
  id: Fixed<string>;
  method: ColumnType<'totp' | 'recovery_code', 'totp' | 'recovery_code', never>;
  failures: number;
  last_failed_at: Date;
}

export interface SecondFactorTables {
  totp_secrets: TotpSecretsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  second_factor_failures: SecondFactorFailuresTable;
}
