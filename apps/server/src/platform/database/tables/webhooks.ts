/** Kysely's types of the tables of webhooks, which `0100_webhooks.sql` defines. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export interface WebhookEndpointsTable {
  id: Fixed<string>;
  name: string;
  url: string;
  events: string[];
  personal: boolean;
  sealed_secret: Buffer;
  secret_at: Date;
  sealed_previous: Buffer | null;
  previous_until: Date | null;
  created_at: Fixed<Date>;
  created_by: Fixed<string>;
  paused_at: Date | null;
  paused_by: string | null;
}

export interface WebhookDeliveriesTable {
  id: Generated<string>;
  place: GeneratedAlways<number>;
  endpoint_id: Fixed<string>;
  type: Fixed<string>;
  account_id: Fixed<string | null>;
  data: JSONColumnType<object>;
  /** By the database's clock. */
  created_at: Generated<Date>;
  transaction_id: Generated<string>;
  due_at: Generated<Date | null>;
  attempts: Generated<number>;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

export interface WebhookTriesTable {
  delivery_id: Fixed<string>;
  place: GeneratedAlways<number>;
  at: Fixed<Date>;
  status: Fixed<number | null>;
  failure: Fixed<string | null>;
  duration_ms: Fixed<number>;
}

export interface WebhookTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_tries: WebhookTriesTable;
}
