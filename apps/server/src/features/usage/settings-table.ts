/** Settings of usage reporting, described. */
import { choice, integer, list, none, secret, settings, text } from '../../platform/setting.ts';

/** Usage reporting. */
export const usageTable = settings({
  ROLLCALL_PRODUCTS: list(
    { en: 'any', 'zh-CN': '任意' },
    {
      en: "The product codes whose events and monitoring reports are taken. Required in `prod`; elsewhere unset takes any, 20 new ones an hour, and counts further ones as `other`. Rollcall's own pages report under the first.",
      'zh-CN':
        '接收哪些产品代码的事件和监控上报。`prod` 中必填；其他环境未设置时全部接收，每小时最多 20 个新代码，其余计为 `other`。Rollcall 自己的页面以第一个上报。',
    },
  ),
  ROLLCALL_USAGE_DISK: integer(32, 1000000, 2048, {
    en: 'MiB of events that wait for the event store at most, 32 to 1000000; with `ROLLCALL_EVENT_LOG=files`; beyond, requests are refused with 503 and `Retry-After`.',
    'zh-CN':
      '等待入库的事件最多占用的 MiB，32–1000000；用于 `ROLLCALL_EVENT_LOG=files`；超出后请求被拒绝（503，带 `Retry-After`）。',
  }),
  ROLLCALL_USAGE_ADDRESS_RATE: integer(0, 1000000, 1024, {
    en: "KiB a second of events that one address may send over a longer time, 0 to 1000000; 64 seconds' worth in a burst is free, and `0` is without a limit. A school may sit behind one address.",
    'zh-CN':
      '一个地址长时间内每秒可发送的事件 KiB 数，0–1000000；允许突发 64 秒的量，`0` 为不限。一所学校可能共用一个地址。',
  }),
  ROLLCALL_USAGE_STORE_MEMORY: integer(64, 1000000, 512, {
    en: 'MiB of memory that the event store may use, 64 to 1000000.',
    'zh-CN': '事件存储可用的内存 MiB，64–1000000。',
  }),
  ROLLCALL_EVENT_STORE: choice(['duckdb', 'clickhouse'], 'duckdb', {
    en: 'Where events are kept for queries: `duckdb`, a file in `ROLLCALL_DATA`, or `clickhouse`; see [cluster.md](cluster.md#event-store).',
    'zh-CN': '供查询的事件存放在哪里：`duckdb` 为 `ROLLCALL_DATA` 中的文件，或 `clickhouse`。',
  }),
  ROLLCALL_CLICKHOUSE_URL: secret(none, {
    en: "The address of ClickHouse's HTTP interface, like `https://user:password@host:8443`; plain `http` only without a password or on this machine. Required with `clickhouse`.",
    'zh-CN':
      'ClickHouse HTTP 接口的地址，如 `https://user:password@host:8443`；`http` 仅限无密码或本机。使用 `clickhouse` 时必填。',
  }),
  ROLLCALL_CLICKHOUSE_SQL_URL: secret(none, {
    en: 'The same with the user of [SQL in ClickHouse](sql.md#sql-in-clickhouse).',
    'zh-CN': '同上，使用只能读取 SQL 视图的用户：设置后，控制台的 SQL 直接查询 ClickHouse。',
  }),
  ROLLCALL_CLICKHOUSE_DATABASE: text('rollcall', {
    en: 'The database in ClickHouse, which is made if it is not there.',
    'zh-CN': 'ClickHouse 中的数据库，没有时自动建立。',
  }),
  ROLLCALL_CLICKHOUSE_CLUSTER: text(none, {
    en: "The name of ClickHouse's cluster, if there is one: tables are made on all of its servers, replicated and distributed.",
    'zh-CN': 'ClickHouse 集群的名称（如有）：表建立在其所有服务器上，带副本并分布。',
  }),
  ROLLCALL_USAGE_EXPORT_FOLDER: text(none, {
    en: 'Absolute path of the folder for [nightly Parquet files](sql.md) of events, which SQL in the console needs.',
    'zh-CN': '每晚写入事件 Parquet 文件的文件夹，绝对路径；控制台的 SQL 查询需要它。',
  }),
  ROLLCALL_USAGE_KEEP_DAYS: integer(0, 36500, 400, {
    en: 'Days that single events and reports are kept in the event store, 0 to 36500; `0` is for ever. Their sums stay.',
    'zh-CN': '单个事件和上报在事件存储中保留的天数，0–36500；`0` 为永久。汇总数据始终保留。',
  }),
});
