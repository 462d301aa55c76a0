/** `/api/v1/openapi.json`: the calls of the school's other software. */
import type { Call } from '@rollcall/contract';
import { type ApiCall, apiCalls } from '@rollcall/contract/api';
import type { FastifyInstance } from 'fastify';
import { addOpenApi, openApi } from '../../http/openapi.ts';

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description: 'A service token, made in the console. Each operation names the scope that it needs.',
};

const idempotency = {
  name: 'Idempotency-Key',
  description:
    'Chosen by the sender, 1 to 128 characters. A request that is repeated under its key within a day changes nothing again, and gets the first answer.',
};

/** A call in the form of an account call, with the refusals that the routes add. */
const asCall = ({ scope, ...row }: ApiCall): Call => ({
  ...row,
  summary: `${row.summary} Scope: ${scope}.`,
  token: 'required',
  ...(row.act === undefined ? {} : { header: idempotency }),
  refusals: [
    ...new Set([
      'ServiceTokenInvalid' as const,
      'AddressRefused' as const,
      'ServersOnly' as const,
      'TooManyAttempts' as const,
      ...(scope === 'any' ? [] : (['ScopeRequired'] as const)),
      ...(row.act === undefined ? [] : (['IdempotencyKeyReused'] as const)),
      ...row.refusals,
    ]),
  ],
});

export const addApiOpenApi = (server: FastifyInstance, url: string): void => {
  const table = Object.fromEntries(
    Object.entries<ApiCall>(apiCalls).map(([name, row]) => [name, asCall(row)]),
  );
  addOpenApi(server, '/api/v1/openapi.json', openApi(url, {}, table, bearer));
};
