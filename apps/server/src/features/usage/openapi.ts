/** OpenAPI descriptions of the paths that are no calls of the contract, because their bodies have another form. */
import { headers } from '@rollcall/contract';
import { DOWNLOAD_PATH } from './data/download-links.ts';
import { EVENTS_PATH } from './collector-http.ts';

const requestId = { [headers.requestId]: { $ref: '#/components/headers/RequestId' } };
const json = (schema: object) => ({
  description: 'Done.',
  headers: requestId,
  content: {
    'application/json': { schema: { type: 'object', properties: { data: schema }, required: ['data'] } },
  },
});
const refused = (description: string, more: object = {}) => ({
  description,
  headers: { ...requestId, ...more },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } },
});
const fault = { $ref: '#/components/responses/Fault' };
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const operation = (operationId: string, summary: string, more: object) => ({
  operationId,
  summary,
  tags: ['main'],
  security: [],
  ...more,
});

/** Paths in the form of OpenAPI 3.1. */
export const usagePaths = {
  [EVENTS_PATH]: {
    post: operation(
      'reportEvents',
      'Takes a batch of usage events; those that are good are durable when it answers.',
      {
        requestBody: {
          required: true,
          description: 'At most 30,000 bytes. The form is in docs/usage-wire.md.',
          content: { 'text/plain': { schema: { type: 'string', contentMediaType: 'application/json' } } },
        },
        responses: {
          200: json(
            object({
              accepted: { type: 'integer' },
              refused: {
                type: 'array',
                items: object({ id: { type: 'string' }, why: { type: 'string' } }),
              },
            }),
          ),
          400: refused('The batch cannot be read; `data.field` says where.'),
          413: refused('It is too large.'),
          415: refused('It is not text/plain.'),
          503: refused('No room now.', { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
          500: fault,
        },
      },
    ),
  },
  '/usage/v1/time': {
    get: operation('getTime', "The server's time, in milliseconds since 1970.", {
      responses: { 200: json(object({ now: { type: 'integer' } })), 500: fault },
    }),
  },
  '/usage/v1/ip': {
    get: operation('getIp', 'The address that the request came from.', {
      responses: { 200: json(object({ ip: { type: 'string' } })), 500: fault },
    }),
  },
  [DOWNLOAD_PATH]: {
    get: {
      ...operation(
        'downloadUsageData',
        'The file of an export that is done: JSON lines, gzipped. For the account that asked, or by the link that an operator made.',
        {
          parameters: [
            { name: 'id', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
            {
              name: 'plain',
              in: 'query',
              description: '`1`: the text, not gzipped.',
              schema: { type: 'string', enum: ['1'] },
            },
            { name: 'until', in: 'query', schema: { type: 'integer' } },
            { name: 'signature', in: 'query', schema: { type: 'string' } },
          ],
          responses: {
            200: {
              description: 'The file.',
              headers: requestId,
              content: {
                'application/gzip': { schema: { type: 'string', contentEncoding: 'binary' } },
                'application/x-ndjson': { schema: { type: 'string' } },
              },
            },
            400: refused('The id is no id.'),
            401: refused('The access token is invalid.'),
            403: refused('The account is blocked.'),
            404: refused('There is no such file, or not any more.'),
            500: fault,
          },
        },
      ),
      // an operator's link is signed
      security: [{ access: [] }, {}],
    },
  },
} as const;
