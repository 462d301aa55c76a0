/** Kysely's types of monitoring's tables, which `0006_monitor.sql` defines. */
import type { AlertKind, GroupStatus, ReadableFrame } from '@rollcall/contract/console';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export interface MonitorReleasesTable {
  product: Fixed<string>;
  release: Fixed<string>;
  first_seen: Fixed<Date>;
}

export interface ErrorGroupsTable {
  id: Fixed<string>;
  product: Fixed<string>;
  origin: string;
  name: string;
  message: string;
  culprit: string;
  frames: JSONColumnType<readonly ReadableFrame[]>;
  status: Generated<GroupStatus>;
  first_seen: Date;
  last_seen: Date;
  first_release: string;
  last_release: string;
  count: number;
  resolved_at: Date | null;
  regressed_at: Date | null;
}

export interface ErrorGroupReleasesTable {
  group_id: Fixed<string>;
  release: Fixed<string>;
  first_seen: Date;
  last_seen: Date;
  count: number;
}

export interface AlertRulesTable {
  id: Generated<number>;
  name: string;
  product: string;
  kind: AlertKind;
  target: string;
  percentile: number;
  threshold: number;
  window_minutes: number;
  least: number;
  enabled: boolean;
  changed_at: Date;
}

export interface AlertEpisodesTable {
  id: Generated<number>;
  rule_id: Fixed<number>;
  began_at: Fixed<Date>;
  ended_at: Date | null;
  value: Fixed<number>;
  worst: number;
  threshold: Fixed<number>;
}

export interface AlertMessagesTable {
  id: Generated<number>;
  /** Null for an alert without a rule. */
  episode_id: Fixed<number | null>;
  /** Of an alert without a rule: what it is about, so that it is queued once. */
  key: Fixed<string | null>;
  body: JSONColumnType<Record<string, unknown>>;
  attempts: Generated<number>;
  next_at: Date;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

export interface MonitorTables {
  monitor_releases: MonitorReleasesTable;
  error_groups: ErrorGroupsTable;
  error_group_releases: ErrorGroupReleasesTable;
  alert_rules: AlertRulesTable;
  alert_episodes: AlertEpisodesTable;
  alert_messages: AlertMessagesTable;
}
