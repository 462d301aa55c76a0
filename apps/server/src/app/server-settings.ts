/** Settings of the server as a whole. */
import { minorsModes } from '../identity/minors/age.ts';
import { logLevels } from '../platform/log.ts';
import { choice, inConsole, integer, list, none, secret, settings, text } from '../platform/setting.ts';

export const environments = ['dev', 'staging', 'prod', 'api-test', 'test', 'press'] as const;

/** The server. */
export const serverTable = settings({
  ROLLCALL_ENV: choice(environments, 'dev', {
    en: '`dev`, `staging`, `prod`, `api-test`, `test` or `press`. In `prod` there is no development sender and no page of sent codes, and only listed origins are answered.',
    'zh-CN': '运行环境。`prod` 中没有开发用的发送方，不显示已发送的验证码，只响应列出的来源。',
  }),
  ROLLCALL_HOST: text('127.0.0.1', {
    en: 'The address to listen at; `0.0.0.0` or `::` for all.',
    'zh-CN': '监听的地址；`0.0.0.0` 或 `::` 为全部。',
  }),
  ROLLCALL_PORT: integer(0, 65535, 8080, {
    en: 'The port; `0` takes any free one.',
    'zh-CN': '端口；`0` 为任一空闲端口。',
  }),
  ROLLCALL_ROLES: list(
    { en: 'all', 'zh-CN': '全部' },
    {
      en: 'What this process does: `accounts`, `collector`, `loader`, `console`, `jobs`; see [roles](cluster.md#roles). Roles left to other processes need `ROLLCALL_DATABASE_URL`.',
      'zh-CN':
        '本进程的角色：`accounts`、`collector`、`loader`、`console`、`jobs`。把角色留给其他进程时需要 `ROLLCALL_DATABASE_URL`。',
    },
  ),
  ROLLCALL_WORKERS: text('1', {
    en: "[Worker processes](cluster.md#workers) for this machine's cores, 1 to 64, or `auto` for the number of cores less one; `1` is one process that does everything.",
    'zh-CN': '本机各核心的工作进程数，1–64，或 `auto`（核心数减一）；`1` 为单进程。',
  }),
  ROLLCALL_DATA: text('./data', {
    en: 'The data folder: embedded database, usage events, pictures, and outside production the secret.',
    'zh-CN': '数据文件夹：内置数据库、使用记录、头像，以及非生产环境的密钥。',
  }),
  ROLLCALL_SETTINGS: choice(['console', 'environment'], 'console', {
    en: '`environment` ignores what operators set in the console.',
    'zh-CN': '`environment` 忽略操作员在控制台“设置”中所设的值。',
  }),
  ROLLCALL_SECRET: secret(
    {
      en: 'generated once, kept in the data folder; in `prod` none',
      'zh-CN': '首次启动时生成，保存在数据文件夹；`prod` 中无',
    },
    {
      en: 'At least 32 random characters, the same on all servers of an installation. All keys are derived from it; see [how to change it](production.md#change-the-secret).',
      'zh-CN': '至少 32 个随机字符，同一套系统的所有服务器相同；所有密钥都由它派生。',
    },
  ),
  ROLLCALL_SECRET_PREVIOUS: secret(none, {
    en: 'A second secret that is accepted while `ROLLCALL_SECRET` is changed.',
    'zh-CN': '更换 `ROLLCALL_SECRET` 期间同时接受的另一个密钥。',
  }),
  ROLLCALL_ISSUER: text(
    { en: '`http://HOST:PORT`; required in `prod`', 'zh-CN': '`http://HOST:PORT`；`prod` 中必填' },
    {
      en: "The public URL, as browsers see it; it is the tokens' `iss`. Without a path: Rollcall needs a host of its own. https in `prod`.",
      'zh-CN': '浏览器看到的公开网址，也是令牌的 `iss`。不带路径；`prod` 中须为 https。',
    },
  ),
  ROLLCALL_PIDS: list(
    { en: 'any well-formed one; required in `prod`', 'zh-CN': '任意合格式的；`prod` 中必填' },
    {
      en: 'The products that are served; in `prod` not `rollcall`, the audience of tokens that only Rollcall takes.',
      'zh-CN': '所服务的产品；`prod` 中不能是 `rollcall`，它是仅限 Rollcall 自用的令牌受众。',
    },
  ),
  ROLLCALL_SECOND_FACTOR_PIDS: list(none, {
    en: 'Those of `ROLLCALL_PIDS` whose people must have a second factor. A sign-in without one sets it up first. Earlier sessions are no longer lengthened: they end within 30 days of their last refresh.',
    'zh-CN': '`ROLLCALL_PIDS` 中必须启用两步验证的产品。没有启用的人登录时先设置；此前的登录不再延长。',
  }),
  ROLLCALL_MINORS: choice(minorsModes, 'pages', {
    en: '[Pupils who need a guardian](minors.md): `pages`: the pages ask for the year of birth; `strict`: an account without a year can do nothing else; `off`: nobody is asked.',
    'zh-CN': '需要监护人的学员：`pages` 由页面询问出生年份；`strict` 未填写的账号不能使用；`off` 不询问。',
  }),
  ROLLCALL_CHILD_AGE: integer(12, 18, 14, {
    en: 'The age from which a person needs no guardian, 12 to 18.',
    'zh-CN': '从几岁起不需要监护人，12–18。',
  }),
  ROLLCALL_SERVICE_SECRETS: secret(none, {
    en: "Secrets with which a site's servers [spend tickets](tokens.md#confirm-an-act-by-a-code): `pid:secret`, two of a pid while one is changed; each at least 32 random letters, digits, `.`, `_`, `~`, `+`, `/`, `-` or `=`.",
    'zh-CN': '站点服务器使用凭据所需的密钥：`pid:secret`，更换期间一个产品可有两个；至少 32 个随机字符。',
  }),
  ROLLCALL_SOURCE_MAP_SECRETS: secret(none, {
    en: 'Secrets with which builds [upload source maps](monitoring.md#source-maps): `product:secret`, in the same form.',
    'zh-CN': '构建时上传 source map 所需的密钥：`product:secret`，格式同上。',
  }),
  ROLLCALL_ORIGINS: list(
    { en: 'any port of this machine; in `prod` none', 'zh-CN': '本机任意端口；`prod` 中无' },
    {
      en: 'Origins that browsers may call from, like `https://school.example`; each in full, without `*`. A refused one is logged.',
      'zh-CN':
        '浏览器可从哪些来源调用，如 `https://school.example`；须写全，不能用 `*`。被拒绝的来源会记入日志。',
    },
  ),
  ROLLCALL_TRUST_PROXY: text(none, {
    en: 'Proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted: a number of proxies, addresses and networks (`10.0.0.0/8,loopback`), or `none` (as is `0`). In `prod` requests with `X-Forwarded-For` from an untrusted proxy on the same machine or in a private network are answered 503; `none` allows those of a private network.',
    'zh-CN': '信任哪些代理的 `X-Forwarded-For` 和 `X-Request-Id`：代理层数、地址和网段，或 `none`。',
  }),
  ROLLCALL_SHARED_NETWORKS: inConsole(
    list(none, {
      en: "Addresses and networks (`10.8.0.0/16`) of computers that several people use: sign-ins from there end [within hours](rules.md#calls), unless the browser is marked as one person's own. A single browser is marked on `/shared`.",
      'zh-CN':
        '多人共用的电脑所在的地址和网段（`10.8.0.0/16`）：从那里的登录数小时后结束，除非浏览器标记为个人专用。',
    }),
  ),
  ROLLCALL_METRICS_TOKEN: secret(none, {
    en: 'Bearer token that `/metrics` requires, at least 16 letters, digits and `.`, `_`, `~`, `+`, `/`, `-`, `=`. Without it `/metrics` is open, except in `prod`, where it answers 404.',
    'zh-CN': '访问 `/metrics` 的令牌，至少 16 个字符。未设置时 `/metrics` 公开，`prod` 中为 404。',
  }),
  ROLLCALL_SECURITY_CONTACT: text(none, {
    en: 'Contact in `/.well-known/security.txt`, like `mailto:security@school.example`. Unset: 404.',
    'zh-CN':
      '`/.well-known/security.txt` 中的联系方式，如 `mailto:security@school.example`。未设置时为 404。',
  }),
  ROLLCALL_WEB: text(
    { en: '`apps/web/dist`', 'zh-CN': '`apps/web/dist`' },
    { en: 'The folder of the built pages.', 'zh-CN': '已构建页面所在的文件夹。' },
  ),
  ROLLCALL_STATIC_URL: text(
    { en: '`/static/` of this server', 'zh-CN': '本服务器的 `/static/`' },
    {
      en: 'Where browsers load scripts, styles and pictures from: a [content delivery network](delivery.md#files-from-a-cdn) that fetches from `/static/`.',
      'zh-CN': '浏览器从哪里加载脚本、样式和图片：从 `/static/` 回源的 CDN。',
    },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(none, {
    en: 'An OpenTelemetry collector (OTLP over HTTP), like `http://127.0.0.1:4318`: [traces](production.md#traces) are posted to `/v1/traces` below it as JSON. Unset: nothing is traced, and no library for it is loaded.',
    'zh-CN': 'OpenTelemetry 采集端（OTLP over HTTP）；链路以 JSON 发到其下的 `/v1/traces`。未设置时不追踪。',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: secret(none, {
    en: 'Headers of those posts, `name=value`, percent-encoded.',
    'zh-CN': '发送链路时的请求头，`name=value`，百分号编码。',
  }),
  OTEL_TRACES_SAMPLER_ARG: text('1', {
    en: 'The share of traces that are recorded, from 0 to 1.',
    'zh-CN': '记录链路的比例，0–1。',
  }),
  OTEL_SERVICE_NAME: text('rollcall', {
    en: 'The name of the service in its traces.',
    'zh-CN': '链路中的服务名称。',
  }),
  ROLLCALL_LOG_LEVEL: choice(logLevels, 'info', {
    en: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. The log goes to standard error, one JSON object per line.',
    'zh-CN': '日志级别。日志写到标准错误，每行一个 JSON 对象。',
  }),
});

/** The database. */
export const databaseTable = settings({
  ROLLCALL_DATABASE_URL: secret(
    { en: 'the embedded PostgreSQL', 'zh-CN': '内置的 PostgreSQL' },
    {
      en: 'URL of your own PostgreSQL: `postgres://user:password@host:5432/name`. Several hosts with commas between (`host-1:5432,host-2:5432`) are a primary and its standbys: the one that takes writes [is used](cluster.md#postgresql).',
      'zh-CN':
        '自备 PostgreSQL 的网址：`postgres://user:password@host:5432/name`。用逗号分隔多个主机为主库和备库，使用可写的一个。',
    },
  ),
  ROLLCALL_DATABASE_REPLICA_URL: secret(none, {
    en: 'URL of a standby of that database, of one host. [What may be seconds old](cluster.md#postgresql) is read there.',
    'zh-CN': '该数据库的一个备库的网址。允许有几秒延迟的内容从那里读取。',
  }),
  ROLLCALL_DATABASE_POOL: integer(4, 500, 10, {
    en: 'Connections of each process at most, 4 to 500.',
    'zh-CN': '每个进程最多的连接数，4–500。',
  }),
  ROLLCALL_PICTURES: choice(
    ['folder', 'database'],
    {
      en: '`folder`; with `ROLLCALL_DATABASE_URL` `database`',
      'zh-CN': '`folder`；设置 `ROLLCALL_DATABASE_URL` 时为 `database`',
    },
    {
      en: 'Storage of profile pictures: `folder` is `pictures` in the data folder, `database` is shared by all servers.',
      'zh-CN': '头像的存储：`folder` 为数据文件夹中的 `pictures`，`database` 由所有服务器共用。',
    },
  ),
});
