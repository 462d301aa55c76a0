/** Tables that stay small, and statements that read a whole table on purpose. */

const kept = 'deleted when old, a few rows an hour';

/** By name: why it stays small, however many people there are. */
export const smallTables: ReadonlyMap<string, string> = new Map([
  ['agreement_drafts', 'texts of the school'],
  ['agreements', 'texts of the school'],
  ['alert_channels', 'made by operators'],
  ['alert_episodes', kept],
  ['alert_messages', kept],
  ['alert_rules', 'made by operators'],
  ['audit_checkpoints', 'one a day or so'],
  ['audit_failures', 'by hour and network, deleted after minutes'],
  ['audit_runs', 'one row'],
  ['captcha_rules', 'one for each scene'],
  ['challenge_counts', kept],
  ['custom_fields', 'made by operators'],
  ['dashboard_mails', 'of subscriptions that operators make, deleted when old'],
  ['dashboard_receivers', 'made by operators'],
  ['dashboard_subscriptions', 'made by operators'],
  ['data_keys', 'one for each use'],
  ['imports', 'files of 31 days'],
  ['job_leases', 'one for each job'],
  ['last_sign_in', 'one row'],
  ['message_counts', kept],
  ['message_failures', 'the last 1,000'],
  ['monitor_releases', 'releases of the school'],
  ['moves', 'one row'],
  ['openid_client_days', 'one a day for each client, which operators make'],
  ['openid_clients', 'made by operators'],
  ['openid_keys', 'a few'],
  ['operator_links', 'made by operators'],
  ['operator_sessions', 'sessions of operators'],
  ['operators', 'made by operators'],
  ['question_alerts', 'made by operators'],
  ['service_states', 'one for each service'],
  ['service_tokens', 'made by operators'],
  ['settings', 'one for each setting'],
  ['sign_in_client_counts', kept],
  ['sign_in_counts', kept],
  ['signing_keys', 'a few'],
  ['source_map_uses', 'the newest 50 releases of each product'],
  ['source_maps', 'of the newest 50 releases of each product, read by name'],
  ['usage_annotations', 'made by operators'],
  ['usage_cohorts', 'made by operators'],
  ['usage_dashboard_tiles', 'made by operators'],
  ['usage_dashboards', 'made by operators'],
  ['usage_erasures', 'those of a day or two'],
  ['usage_exports', 'one for each folder'],
  ['usage_loaders', 'one for each process'],
  ['usage_partitions', 'one for each partition'],
  ['usage_people', 'one row'],
  ['usage_people_changes', 'those of half a minute'],
  ['usage_products', 'products of the school'],
  ['usage_quarantine', 'at most 64 MiB'],
  ['usage_questions', 'made by operators'],
  ['usage_sql', 'made by operators'],
  ['webhook_endpoints', 'made by operators'],
]);

export interface Reader {
  /** The file that sends the statement. */
  readonly from: string;
  readonly table: string;
  /** Part of the statement; absent: each of the file about the table. */
  readonly text?: string;
  readonly why: string;
}

/** Statements that read much of a table. */
export const mayScan: readonly Reader[] = [
  {
    from: 'features/console/overview.ts',
    table: 'accounts',
    why: 'counts all people; of the replica, if there is one',
  },
  {
    from: 'features/console/audit-retention.ts',
    table: 'audit_log',
    text: '"at" >= $1 order by "id"',
    why: 'passes over the old entries, which the job then checks and deletes',
  },
  {
    from: 'features/console/person-orders.ts',
    table: 'accounts',
    text: '(a.fullname is null or ',
    why: 'the last page of the order by full names looks for people without one, where everybody has one',
  },
  {
    from: 'features/console/statistics-rows.ts',
    table: 'sign_in_refusals',
    text: 'offset 200000',
    why: 'passes over the 200,000 that are kept; there are no more',
  },
  {
    from: 'features/monitoring/group-search.ts',
    table: 'error_groups',
    text: 'strpos(',
    why: 'looks for a word in the groups of a product, of which an hour adds 500 at most',
  },
];

/** Files whose statements read every table on purpose, while no server runs: a school is moved. */
export const WHOLE_TABLES = /^(?:app\/move\/|platform\/database\/copy-rows\.ts$)/;
