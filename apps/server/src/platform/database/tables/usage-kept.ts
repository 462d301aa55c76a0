/** Kysely's types of what operators keep of questions about usage, which `0118_usage_kept.sql` and later ones define. */
import type {
  AlertCondition,
  AlertProblem,
  QuestionAlert,
  Role,
  WatchedPeriod,
} from '@rollcall/contract/console';
import type { ColumnType, Generated } from 'kysely';

type Fixed<T> = ColumnType<T, T, never>;
/** JSON that is written as text. */
type Json = ColumnType<unknown, string | null, string | null>;

interface Kept {
  id: Fixed<string>;
  name: string;
  about: string;
  owner_id: Fixed<string | null>;
  revision: Generated<number>;
  changed_at: Date;
}

interface Shared {
  shared: Role;
  by_link: boolean;
  template: Generated<string | null>;
}

export interface UsageQuestionsTable extends Kept, Shared {
  question: string;
}

export interface UsageDashboardsTable extends Kept, Shared {
  period: Json;
  filter: Json;
  front: boolean;
}

export interface UsageDashboardTilesTable {
  dashboard_id: Fixed<string>;
  place: Fixed<number>;
  /** A tile has a question or a statement. */
  question_id: Fixed<string | null>;
  sql_id: Fixed<string | null>;
  width: Fixed<number>;
}

export interface UsageCohortsTable extends Kept {
  definition: Json;
}

export interface UsageCohortAccountsTable {
  cohort_id: Fixed<string>;
  account_id: Fixed<string>;
}

export interface UsageAnnotationsTable {
  id: Fixed<string>;
  day: ColumnType<string, string, never>;
  text: Fixed<string>;
  created_by: Fixed<string>;
  created_at: Fixed<Date>;
}

export interface UsageSqlTable extends Omit<Kept, 'about'> {
  sql: string;
}

export interface UsageExportsTable {
  folder: Fixed<string>;
  id: Fixed<string>;
}

export interface QuestionAlertsTable extends Omit<Kept, 'about'> {
  question_id: string;
  /** Null: the formula. */
  series: number | null;
  every: WatchedPeriod;
  condition: AlertCondition;
  threshold: number;
  least: number;
  /** Null: the configured webhook. */
  channel_id: number | null;
  enabled: boolean;
  state: Generated<QuestionAlert['state']>;
  /** Whether it fired last, also while it can't be evaluated. */
  fired: Generated<boolean>;
  since: Generated<Date | null>;
  measured_from: Generated<Date | null>;
  measured_to: Generated<Date | null>;
  value: Generated<number | null>;
  before: Generated<number | null>;
  problem: Generated<AlertProblem | null>;
  /** Failed evaluations one after another. */
  tries: Generated<number>;
  next_at: Date;
}

export interface DashboardSubscriptionsTable extends Omit<Kept, 'name' | 'about'> {
  dashboard_id: Fixed<string>;
  /** Monday 1 to Sunday 7; null: each day. */
  weekday: number | null;
  /** In UTC+8. */
  hour: number;
  /** Of mails; a channel has its own. */
  language: Generated<'zh-CN' | 'en'>;
  enabled: boolean;
  sent_at: Generated<Date | null>;
  next_at: Date;
}

/** An address or a channel. */
export interface DashboardReceiversTable {
  subscription_id: Fixed<string>;
  email: Fixed<string | null>;
  channel_id: Fixed<number | null>;
}

export interface DashboardMailsTable {
  id: Generated<number>;
  subscription_id: Fixed<string>;
  email: Fixed<string>;
  subject: Fixed<string>;
  text: Fixed<string>;
  html: Fixed<string>;
  attempts: Generated<number>;
  next_at: Date;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

export interface UsageKeptTables {
  dashboard_subscriptions: DashboardSubscriptionsTable;
  dashboard_receivers: DashboardReceiversTable;
  dashboard_mails: DashboardMailsTable;
  question_alerts: QuestionAlertsTable;
  usage_questions: UsageQuestionsTable;
  usage_dashboards: UsageDashboardsTable;
  usage_dashboard_tiles: UsageDashboardTilesTable;
  usage_cohorts: UsageCohortsTable;
  usage_cohort_accounts: UsageCohortAccountsTable;
  usage_annotations: UsageAnnotationsTable;
  usage_sql: UsageSqlTable;
  usage_exports: UsageExportsTable;
}
