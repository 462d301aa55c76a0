/** Calls as an OpenAPI 3.1 document; `/openapi.json` has those of the contract. */
import { version } from '../platform/version.ts';
import { type Call, calls, commonRefusals, headers, refusals, type RefusalName } from '@rollcall/contract';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';

type Json = { readonly [key: string]: unknown };

const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output'): Json => {
  // Rules that JSON Schema cannot express (grapheme counts, comparison of two fields) are left out; the server checks them.
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    errorMode: 'ignore',
  });
  return rest;
};

const reference = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

const success = (answer: v.GenericSchema): Json => ({
  description: 'Done.',
  headers: { [headers.requestId]: reference('headers', 'RequestId') },
  content: {
    'application/json': {
      schema: { type: 'object', properties: { data: schemaOf(answer, 'output') }, required: ['data'] },
    },
  },
});

/** One response for each status, with all its codes. */
const refused = (names: readonly RefusalName[]): Json => {
  const byStatus = new Map<number, RefusalName[]>();
  for (const name of names) {
    const { status } = refusals[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  const responses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, here]) => [status, response(status, here)]);
  return Object.fromEntries(responses) as Json;
};

const response = (status: number, names: readonly RefusalName[]): Json => {
  const codes = [...new Set(names.map(name => refusals[name].code))];
  return {
    description: names.map(name => `${refusals[name].code} ${name}: ${refusals[name].message}`).join('\n\n'),
    headers: {
      [headers.requestId]: reference('headers', 'RequestId'),
      ...(status === 429 || status === 503 ? { 'Retry-After': reference('headers', 'RetryAfter') } : {}),
    },
    content: {
      'application/json': {
        schema: { allOf: [reference('schemas', 'Refused'), { properties: { code: { enum: codes } } }] },
      },
    },
  };
};

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const parametersOf = (call: Call): Json[] => {
  const query = call.query ? schemaOf(call.query, 'input') : {};
  const required = new Set((query.required ?? []) as string[]);
  const fromQuery = Object.entries((query.properties ?? {}) as Record<string, Json>).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema,
    }),
  );
  const ticket = 'The human-verification ticket, where the rule asks for one.';
  const fromHeaders = call.sends
    ? [
        headerParameter(headers.captchaTicket, ticket),
        headerParameter(headers.captchaId, 'What the ticket is for.'),
      ]
    : [];
  const own = call.header ? [headerParameter(call.header.name, call.header.description)] : [];
  return [...fromQuery, ...fromHeaders, ...own];
};

const security = {
  required: [{ access: [] }],
  optional: [{}, { access: [] }],
  none: [],
  service: [{ service: [] }],
} as const;

const operationOf = (name: string, call: Call): Json => {
  const parameters = parametersOf(call);
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.host ?? 'main'],
    security: security[call.token],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: success(call.answer),
      ...refused([...new Set<RefusalName>([...call.refusals, ...commonRefusals])]),
      500: reference('responses', 'Fault'),
    },
  };
};

const bearer: Json = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'The access token, EdDSA, one hour.',
};

const serviceSecret: Json = {
  type: 'http',
  scheme: 'bearer',
  description: 'A secret of ROLLCALL_SERVICE_SECRETS, known to servers only.',
};

const components: Json = {
  headers: {
    RequestId: { description: 'Names the request in the log.', schema: { type: 'string' } },
    RetryAfter: {
      description: 'Seconds until another try makes sense.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  responses: {
    Fault: {
      description: 'A fault of ours.',
      headers: { [headers.requestId]: reference('headers', 'RequestId') },
      content: { 'application/json': { schema: reference('schemas', 'Fault') } },
    },
  },
  schemas: {
    Refused: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        msg: { type: 'string', description: 'For people.' },
        data: {
          type: 'object',
          properties: {
            field: { type: 'string', description: 'The field that broke its rule.' },
            retry_after: { type: 'integer', description: 'Seconds.' },
          },
        },
      },
      required: ['code', 'msg'],
    },
    Fault: {
      type: 'object',
      properties: { code: { const: 'RC_500' }, msg: { type: 'string' }, request_id: { type: 'string' } },
      required: ['code', 'msg', 'request_id'],
    },
  },
};

/**
 * The document of the given calls, by path and method.
 * @param server the public URL, without a slash at its end
 * @param others OpenAPI path items of routes that are not in the table
 * @param scheme the security scheme of calls that need a caller
 */
export const openApi = (
  server: string,
  others: Json = {},
  table: Readonly<Record<string, Call>> = calls,
  scheme: Json = bearer,
): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of Object.entries(table)) {
    const at = (paths[call.path] ??= {});
    at[call.method.toLowerCase()] = operationOf(name, call);
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Rollcall',
      version,
      description:
        'Accounts and sign-in of an online school. A success is `{data}`, a refusal `{code, msg, data?}`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    paths: { ...paths, ...others },
    components: {
      ...components,
      securitySchemes: {
        access: scheme,
        ...(Object.values(table).some(({ token }) => token === 'service') && { service: serviceSecret }),
      },
    },
  };
};

/** Adds the route of a document. */
export const addOpenApi = (server: FastifyInstance, path: string, document: Json): void => {
  const text = JSON.stringify(document, null, 2);
  server.get(path, async (_, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text),
  );
};
