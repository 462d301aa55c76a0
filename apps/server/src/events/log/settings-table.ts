/** Settings of the event log, described. */
import { choice, integer, none, ofSystem, secret, settings, text } from '../../platform/setting.ts';

/** The event log. */
export const eventLogTable = settings({
  ROLLCALL_EVENT_LOG: choice(['files', 'nats'], 'files', {
    en: 'Where events wait for the event store: `files` in the data folder, of one process, or `nats`, a stream of [NATS JetStream](cluster.md#event-log) (2.9.18 or newer) for any number.',
    'zh-CN':
      '事件在何处等待入库：`files` 为数据文件夹中的文件，限一个进程；`nats` 为 NATS JetStream（2.9.18 或更新）的流，进程数不限。',
  }),
  ROLLCALL_NATS_URL: secret(none, {
    en: 'Addresses of the NATS servers, `nats://user:password@10.0.0.1:4222,nats://10.0.0.2:4222`, or `tls://` for all of them; the user of the first one is that of all. Needed with `nats`.',
    'zh-CN':
      'NATS 服务器的地址，`nats://user:password@10.0.0.1:4222,nats://10.0.0.2:4222`，或全部用 `tls://`；以第一个的用户为准。使用 `nats` 时必填。',
  }),
  ROLLCALL_NATS_CREDENTIALS: text(none, {
    en: 'Path of a credentials file (`.creds`), instead of a user in the address.',
    'zh-CN': '凭据文件（`.creds`）的路径，代替地址中的用户。',
  }),
  ROLLCALL_NATS_CA: text(ofSystem, {
    en: 'Path of the certificates to trust, with `tls://`.',
    'zh-CN': '要信任的证书的路径，用于 `tls://`。',
  }),
  ROLLCALL_NATS_STREAM: text('ROLLCALL', {
    en: "Name of the stream; its subjects are the name in lower case, `.events.` and the partition's number.",
    'zh-CN': '流的名称；主题为其小写名称、`.events.` 和分区号。',
  }),
  ROLLCALL_NATS_PARTITIONS: integer(1, 256, 16, {
    en: 'Partitions, 1 to 256; as many loaders can share the work at most. Fixed when the stream is made. `1` is best with the embedded event store, which loads large batches faster.',
    'zh-CN':
      '分区数，1–256；最多同样多的加载进程可分担。流建立后不能更改。内置存储用 `1` 最好，批次大则加载更快。',
  }),
  ROLLCALL_NATS_REPLICAS: choice(['1', '3', '5'], '3', {
    en: 'Servers that have each event before it is acknowledged: `1`, `3` or `5`; `1` for a single server.',
    'zh-CN': '确认前每个事件保存到几台服务器：`1`、`3` 或 `5`；单台服务器用 `1`。',
  }),
  ROLLCALL_NATS_BYTES: integer(32, 100000000, 10240, {
    en: 'MiB that the stream may take on each of its servers, 32 to 100000000; beyond, requests are refused with 503 and `Retry-After`.',
    'zh-CN': '流在每台服务器上最多占用的 MiB，32–100000000；超出后请求被拒绝（503，带 `Retry-After`）。',
  }),
});
