/** `/console/openapi.json`: the console's calls. `/openapi.json` has those of sites and pupils. */
import type { Call } from '@rollcall/contract';
import { type ConsoleCall, consoleCalls } from '@rollcall/contract/console';
import type { FastifyInstance } from 'fastify';
import { addOpenApi, openApi } from '../../http/openapi.ts';

/** The session's cookie; its name begins with `__Host-` where the server is reached by https. */
const cookieScheme = (https: boolean) => ({
  type: 'apiKey',
  in: 'cookie',
  name: https ? '__Host-rollcall_console' : 'rollcall_console',
  description:
    "An operator's session, http-only. Calls that change something also need an Origin of this host.",
});

/** A console row in the form of an account call, with the refusals that the console's routes add. */
const asCall = ({ role, ...row }: ConsoleCall): Call => ({
  ...row,
  summary: role === 'none' ? row.summary : `${row.summary} Role: ${role}.`,
  token: role === 'none' ? 'none' : 'required',
  refusals: [
    ...new Set([
      ...(role === 'none' ? [] : (['OperatorRequired', 'RoleRequired'] as const)),
      'ForeignOrigin' as const,
      ...row.refusals,
    ]),
  ],
});

export const addConsoleOpenApi = (server: FastifyInstance, url: string): void => {
  const table = Object.fromEntries(
    Object.entries<ConsoleCall>(consoleCalls).map(([name, row]) => [name, asCall(row)]),
  );
  const scheme = cookieScheme(url.startsWith('https:'));
  addOpenApi(server, '/console/openapi.json', openApi(url, {}, table, scheme));
};
