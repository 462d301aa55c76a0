/** How a call stands in the reference: its address, fields, answer and refusals. */
import { calls, headers, refusals } from '@rollcall/contract';
import { usagePaths } from '../../apps/server/src/features/usage/openapi.ts';
import { placeOf } from './documented.mjs';
import { fieldTable } from './forms.mjs';

/** Titles of subjects whose file name is not a good title. */
const titles = {
  registration: 'Sign-up',
  'sign-in': 'Sign-in',
  tokens: 'Tokens and sign-out',
  'third-party': 'WeChat and QQ',
  service: "A site's own servers",
  avatar: 'Profile picture',
  password: 'Passwords',
  phone: 'Phone number',
  email: 'E-mail',
  'voice-code': 'Codes by voice call',
  deletion: 'Deleting the account',
  privacy: 'What the account signs in with',
  'usage-data': 'A person and what was reported',
  monitor: 'Monitoring',
};
const titleOf = subject =>
  titles[subject] ?? subject.replace(/^./, first => first.toUpperCase()).replaceAll('-', ' ');

/** The page that a call stands on. */
const pageOf = ({ path }) =>
  path.startsWith('/usage/')
    ? 'usage'
    : /^\/(?:captcha|tiger\/captcha)\//.test(path)
      ? 'human-verification'
      : path.startsWith('/service/')
        ? 'services'
        : 'accounts';
export const callsOn = page =>
  Object.fromEntries(Object.entries(calls).filter(([, call]) => pageOf(call) === page));

const refusalLine = names =>
  `Refusals: ${names.map(name => `[${name}](/reference/errors#${name.toLowerCase()}) (${refusals[name].status})`).join(', ')}.`;

const callSection = (name, call, facts) => {
  const part = (title, schema, input) => {
    const table = schema && fieldTable(schema, input);
    return table ? [`**${title}**`, table] : [];
  };
  const notes = [
    ...facts,
    ...(call.sends
      ? [
          `sends a code, so it takes a human-verification ticket in \`${headers.captchaTicket}\` and \`${headers.captchaId}\``,
        ]
      : []),
    ...(call.header ? [`takes the header \`${call.header.name}\`: ${call.header.description}`] : []),
    ...(call.upload
      ? [
          `the body is a file of ${call.upload.types.map(type => `\`${type}\``).join(', ')}, ${call.upload.limit.toLocaleString('en-US')} bytes at most`,
        ]
      : []),
  ];
  return [
    `### ${name}`,
    `\`${call.method} ${call.path}\` · ${notes.join(' · ')}`,
    call.summary,
    ...part('Query', call.query, true),
    ...part('Body', call.body, true),
    ...part('Answer: data', call.answer, false),
    ...(call.refusals.length > 0 ? [refusalLine(call.refusals)] : []),
  ].join('\n\n');
};

const token = {
  required: 'access token needed',
  optional: 'access token taken, if there is one',
  none: 'no token',
  service: 'service secret',
};

/**
 * The calls of a table by subject, each as it stands in its file. The table itself has no order to go by: one module
 * system lists what a file exports by the alphabet, another by its place.
 */
export const bySubject = table => {
  const found = new Map();
  for (const [name, call] of Object.entries(table)) {
    const { subject, at } = placeOf(call);
    found.set(subject, [...(found.get(subject) ?? []), { name, call, at }]);
  }
  for (const own of found.values()) own.sort((a, b) => a.at - b.at);
  return [...found];
};

export const callsOf = (table, factsOf) =>
  bySubject(table).flatMap(([subject, own]) => [
    `## ${titleOf(subject)}`,
    ...own.map(({ name, call }) => callSection(name, call, factsOf(call))),
  ]);

export const tokenFacts = call => [
  token[call.token],
  ...(call.host === 'platform' ? ['platform service'] : []),
];

const jsonType = schema =>
  schema.type === 'object'
    ? `{ ${Object.entries(schema.properties)
        .map(([name, value]) => `${name}: ${jsonType(value)}`)
        .join(', ')} }`
    : schema.type === 'array'
      ? `${jsonType(schema.items)}[]`
      : (schema.format ?? schema.type);

/** The addresses that are in no table of calls, since their bodies are no JSON of its form. */
export const pathSections = () =>
  Object.entries(usagePaths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { content } = operation.responses[200];
      const answer = content['application/json']?.schema.properties.data;
      const statuses = Object.entries(operation.responses).filter(
        ([status]) => !/^(?:200|500)$/.test(status),
      );
      return [
        `### ${operation.operationId}`,
        `\`${method.toUpperCase()} ${path}\` · ${operation.security.length > 0 ? token.required : token.none}`,
        operation.summary,
        ...(operation.parameters ?? []).map(({ name, schema }) => `Query: \`${name}\`, ${jsonType(schema)}.`),
        ...(operation.requestBody
          ? [
              `Body: \`${Object.keys(operation.requestBody.content).join(', ')}\`. ${operation.requestBody.description}`,
            ]
          : []),
        answer
          ? `Answer: \`data\` is \`${jsonType(answer)}\`.`
          : `Answer: \`${Object.keys(content).join(', ')}\`.`,
        ...(statuses.length > 0
          ? [
              `Refusals: ${statuses.map(([status, { description }]) => `${status}, ${description.replace(/\.$/, '').replace(/^./, first => first.toLowerCase())}`).join('; ')}.`,
            ]
          : []),
      ].join('\n\n');
    }),
  );
