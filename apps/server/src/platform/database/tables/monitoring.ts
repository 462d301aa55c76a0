/** Kysely's types of monitoring's tables, which `0006_monitor.sql` defines. */
import type { TrailStep } from '@rollcall/contract';
import type {
  AlertKind,
  ChannelKind,
  EpisodeEnd,
  GroupStatus,
  ReadableFrame,
} from '@rollcall/contract/console';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;

export interface MonitorReleasesTable {
  product: Fixed<string>;
  release: Fixed<string>;
  first_seen: Fixed<Date>;
  last_seen: Date | null;
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
  /** Page views in which it occurred. */
  pages: Generated<number>;
  /** When the first of them was counted. */
  pages_since: Date | null;
  /** What the newest of them did before. */
  trail: JSONColumnType<readonly TrailStep[]> | null;
  /** An operator's, with their name; null: none. */
  note: string | null;
  noted_by: string | null;
  noted_at: Date | null;
}

export interface ErrorGroupReleasesTable {
  group_id: Fixed<string>;
  release: Fixed<string>;
  first_seen: Date;
  last_seen: Date;
  count: number;
  pages: Generated<number>;
  pages_since: Date | null;
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
  /** Hours of the day in UTC+8 in which an absence counts; null: always. */
  hour_from: number | null;
  hour_to: number | null;
  /** Null: the configured webhook. */
  channel_id: number | null;
  enabled: boolean;
  changed_at: Date;
  /** Made by `npm run sample`, and not changed since. */
  sample: Generated<boolean>;
}

export interface AlertChannelsTable {
  id: Generated<number>;
  name: string;
  kind: Fixed<ChannelKind>;
  language: Generated<'zh-CN' | 'en'>;
  /** The last characters of the token. */
  hint: Fixed<string>;
  signed: Fixed<boolean>;
  /** The token and the signing key as JSON, sealed. */
  sealed: Fixed<Buffer>;
  created_at: Fixed<Date>;
}

export interface AlertEpisodesTable {
  id: Generated<number>;
  rule_id: Fixed<number>;
  began_at: Fixed<Date>;
  ended_at: Date | null;
  value: Fixed<number>;
  worst: number;
  threshold: Fixed<number>;
  /** When there were last enough samples. */
  measured_at: Date | null;
  ended_by: EpisodeEnd | null;
}

export interface AlertMessagesTable {
  id: Generated<number>;
  /** Null for an alert without a rule. */
  episode_id: Fixed<number | null>;
  /** Of an alert without a rule: what it is about, so that it is queued once. */
  key: Fixed<string | null>;
  /** Of an alert on a saved question. */
  question_alert_id: Fixed<string | null>;
  /** Of a dashboard that is sent. */
  subscription_id: Fixed<string | null>;
  /** Null: the configured webhook. */
  channel_id: Fixed<number | null>;
  body: JSONColumnType<Record<string, unknown>>;
  attempts: Generated<number>;
  next_at: Date;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

export interface SourceMapsTable {
  product: Fixed<string>;
  release: Fixed<string>;
  script: Fixed<string>;
  sha256: Buffer;
  map: Buffer;
  uploaded_at: Date;
}

/** When errors last named a release that has maps. */
export interface SourceMapUsesTable {
  product: Fixed<string>;
  release: Fixed<string>;
  used_at: Date;
}

export interface MonitorTables {
  source_map_uses: SourceMapUsesTable;
  source_maps: SourceMapsTable;
  monitor_releases: MonitorReleasesTable;
  error_groups: ErrorGroupsTable;
  error_group_releases: ErrorGroupReleasesTable;
  alert_rules: AlertRulesTable;
  alert_episodes: AlertEpisodesTable;
  alert_messages: AlertMessagesTable;
  alert_channels: AlertChannelsTable;
}
