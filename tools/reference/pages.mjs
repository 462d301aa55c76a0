/** The pages of the reference, as markdown. Everything in them is read from the contract. */
import {
  beaconLength,
  calls,
  clientErrors,
  commonRefusals,
  consentKinds,
  errorOrigins,
  fieldRefusals,
  headers,
  metrics,
  MONITOR_PATH,
  monitorCodes,
  refusals,
  resourceElements,
  resourceReasons,
  serverCodes,
  SUCCESS_SAMPLE,
  usageLimits,
} from '@rollcall/contract';
import { consoleCalls, roles } from '@rollcall/contract/console';
import { usagePaths } from '../../apps/server/src/features/usage/openapi.ts';
import { bySubject, callsOf, callsOn, pathSections, tokenFacts } from './call-sections.mjs';
import { cell } from './forms.mjs';
import { phrasesPage } from './phrases.mjs';

const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map(row => `| ${row.map(value => cell(String(value))).join(' | ')} |`),
  ].join('\n');

const named = values => values.map(value => `\`${value}\``).join(', ');

const accountsPage = () => [
  '# Accounts',
  `Each is a function of the same name in \`@rollcall/account\`: \`loginByAccount(auth, { identity, password })\`. There \`pid\` and \`refresh_token\` are filled in.`,
  ...callsOf(callsOn('accounts'), tokenFacts),
];

const humanPage = () => [
  '# Human verification',
  '`verify` of `@rollcall/captcha` makes these calls. A ticket is good once, for five minutes, for the scene, the identity and the pid that it was given for.',
  ...callsOf(callsOn('human-verification'), tokenFacts),
];

const servicesPage = () => [
  '# Services',
  "Made by a site's own servers, with a secret of `ROLLCALL_SERVICE_SECRETS` in `Authorization: Bearer`. No page makes them: a request of a browser is refused with `ServersOnly`. A guide with an example: `docs/tokens.md`, “Confirm an act by a code”.",
  ...callsOf(callsOn('services'), tokenFacts),
];

const usagePage = () => [
  '# Usage reporting',
  '`@rollcall/usage` makes the first three. What stands in a batch is told in `docs/usage-wire.md`.',
  '## Reporting',
  ...pathSections(),
  '## A batch',
  'The fields of an event, its facts and its batch: `docs/usage-wire.md`.',
  `Kinds of consent: ${named(consentKinds)}. Limits: ${usageLimits.queue} events wait in a page; an event has ${usageLimits.event} and a request ${usageLimits.request} at most, counted as 3 × JSON length; a key has ${usageLimits.key} characters; a batch leaves every ${usageLimits.interval} ms.`,
  ...callsOf(callsOn('usage'), tokenFacts),
];

const monitoringPage = () => [
  '# Monitoring',
  '`@rollcall/monitor` makes this one. What each part means is told in `docs/monitoring.md`.',
  '### beacon',
  `\`GET ${MONITOR_PATH}\` · no token`,
  `Takes what a page reports of itself. The answer is a picture of one pixel. The library sends addresses below ${beaconLength.sent} characters; the server reads ${beaconLength.read} at most.`,
  table(
    ['query', 'is'],
    [
      ['`p`', 'the product'],
      ['`v`', 'the release of its pages'],
      ['`u`', "the page's path, ids taken out"],
      ['`d`', 'how many reports the page had to drop'],
      ['`t`', `performance: 1, metric (${named(metrics)}), value, navigation`],
      ['`c`', `a call: weight (${SUCCESS_SAMPLE} below 400, else 1), method, path, status, ms`],
      ['`e`', `a script error: count, ${named(errorOrigins)}, name, message, frames`],
      [
        '`f`',
        `what could not be loaded: count, ${named(resourceElements)}, address, text, ${named(resourceReasons)}`,
      ],
    ],
  ),
  `Codes where a call has no status: ${Object.entries(monitorCodes)
    .map(([name, status]) => `${status} ${name}`)
    .join(', ')}.`,
  'Refusals: 400 where `p`, `v`, `u` or `d` is not well formed, with the field; 413 where the address is too long.',
];

const consolePage = () => [
  "# The operators' console",
  `Made by the console's own pages, under \`/console/v1/\`. Who calls is known by an http-only cookie; calls from another origin are refused. Roles, each including those before it: ${named(roles)}. A call with an act writes a row of the audit log in the transaction that changes something.`,
  'Beyond what is listed, each call can give `ForeignOrigin` (403), and those behind the sign-in `OperatorRequired` (401) and `RoleRequired` (403).',
  ...callsOf(consoleCalls, ({ role, act }) => [
    role === 'none' ? 'before signing in' : `role: ${role}`,
    ...(act ? [`act: \`${act}\``] : []),
  ]),
];

const errorsPage = () => {
  const givers = new Map();
  const all = [...bySubject(calls), ...bySubject(consoleCalls)];
  for (const { name, call } of all.flatMap(([, own]) => own))
    for (const refusal of call.refusals) givers.set(refusal, [...(givers.get(refusal) ?? []), name]);
  const fieldsOf = name => Object.keys(fieldRefusals).filter(field => fieldRefusals[field] === name);
  return [
    '# Errors',
    'A refusal is HTTP 400 to 499, or 503, with `{"code", "msg", "data"?}`. Programs read `code`, people read `msg`. `data.field` names the field that broke its rule, `data.retry_after` the seconds until another try makes sense (`Retry-After` says the same). A fault of ours is 500 with `{"code": "RC_500", "msg", "request_id"}`.',
    '## What the browser libraries raise',
    'An `AuthError` or a `CaptchaError` has the name and the number of this table, the words of the server, and, where a server answered, `server_code`, `status` and `body`. A server code outside the next table becomes `Unknown`.',
    table(
      ['code', 'name', 'server codes'],
      clientErrors.map((name, number) => [
        number,
        `\`${name}\``,
        named(Object.keys(serverCodes).filter(code => serverCodes[code] === number)),
      ]),
    ),
    '## What the server refuses with',
    `Every call can give ${named(commonRefusals)}.`,
    ...Object.entries(refusals).map(([name, { code, status, message }]) => {
      const fields = fieldsOf(name);
      const given = givers.get(name) ?? [];
      return [
        `### ${name}`,
        `\`${code}\` · ${status} · ${message}`,
        ...(fields.length > 0 ? [`Also where one of these fields breaks its rule: ${named(fields)}.`] : []),
        ...(given.length > 0 ? [`Given by: ${named(given)}.`] : []),
      ].join('\n\n');
    }),
  ];
};

const indexPage = () => [
  '# Reference',
  'Every call, field and refusal, made from the contract that the server and the browser libraries are made from. A running server tells the same to programs: `/openapi.json`, and `/console/openapi.json` for the console.',
  table(
    ['page', 'what', 'calls'],
    [
      [
        '[accounts](/reference/accounts)',
        'sign-up, sign-in, tokens, profile, passwords, devices',
        countOf('accounts'),
      ],
      [
        '[human verification](/reference/human-verification)',
        'which challenge, and its exchange for a ticket',
        countOf('human-verification'),
      ],
      ['[services](/reference/services)', "what a site's own servers ask", countOf('services')],
      ['[usage](/reference/usage)', 'events, consents, export, erasure', countOf('usage')],
      ['[monitoring](/reference/monitoring)', 'the beacon', 1],
      ['[console](/reference/console)', 'what operators do', Object.keys(consoleCalls).length],
      ['[errors](/reference/errors)', 'every refusal and every error', ''],
    ],
  ),
  '## On the wire',
  'A body is JSON, an answer is `{"data": …}` with status 200. Unknown fields of a body are ignored. Every answer bears `X-Request-Id`, which names the request in the log.',
  table(
    ['header', 'sent by the account library'],
    [
      [`\`${headers.pid}\``, 'the product at this server'],
      [`\`${headers.productCode}\`, \`${headers.platform}\``, 'as given to `init`, for the log'],
      [`\`${headers.authVersion}\`, \`${headers.clientId}\``, 'as given to `init`, for the log'],
      [
        `\`${headers.sdkVersion}\`, \`${headers.net}\``,
        "the library's version, and the kind of network where the browser tells it, for the log",
      ],
      [
        `\`${headers.captchaTicket}\`, \`${headers.captchaId}\``,
        'a human-verification ticket, where the call takes one',
      ],
      ['`Authorization`', '`Bearer` and the access token, where the call takes one'],
    ],
  ),
];

const countOf = page =>
  Object.keys(callsOn(page)).length + (page === 'usage' ? Object.keys(usagePaths).length : 0);

/** Each page of the reference by its name, as markdown. */
export const referencePages = () => {
  const pages = {
    index: indexPage(),
    accounts: accountsPage(),
    'human-verification': humanPage(),
    services: servicesPage(),
    usage: usagePage(),
    monitoring: monitoringPage(),
    console: consolePage(),
    errors: errorsPage(),
    phrases: phrasesPage(),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, parts]) => [name, parts.join('\n\n')]));
};
