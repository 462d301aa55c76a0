/** Who calls, found before a body is read: an operator by the session, or software by a service token. */
import type { ApiCall } from '@rollcall/contract/api';
import { type Role, roles } from '@rollcall/contract/console';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SignedInOperator } from '../../http/console-handler.ts';
import { plainIp } from '../../http/trust.ts';
import { type ServiceCaller, useServiceToken } from '../../identity/service-tokens.ts';
import type { Database } from '../../platform/database/schema.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { recordFailure } from './audit-failures.ts';
import type { Cookies } from './cookies.ts';
import { checkOrigin } from './origin.ts';
import { operatorOf } from './service-caller.ts';
import type { OperatorSessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    operator: SignedInOperator | undefined;
    serviceCaller: ServiceCaller | undefined;
  }
}

export interface OperatorAccess {
  readonly sessions: Pick<OperatorSessions, 'find'>;
  readonly cookies: Cookies;
  /** The public URL. */
  readonly issuer: string;
  /** Whether every operator must have a second factor. */
  readonly secondFactorRequired: boolean;
}

/**
 * Makes the operator of the session `request.operator`.
 * @param least.beforeSetup whether the call is open to operators who have yet to set up a second factor
 * @throws the refusals ForeignOrigin, OperatorRequired, RoleRequired, SecondFactorRequired
 */
export const authoriseOperator = async (
  request: FastifyRequest,
  { sessions, cookies, issuer, secondFactorRequired }: OperatorAccess,
  { role, beforeSetup = false }: { readonly role: Role; readonly beforeSetup?: boolean | undefined },
): Promise<void> => {
  checkOrigin(request, issuer);
  const token = cookies.session(request.headers.cookie);
  const operator = token === undefined ? undefined : await sessions.find(token);
  if (!operator) throw refuse('OperatorRequired');
  // Before the refusals: their entries of the audit log name the operator.
  request.operator = operator;
  if (roles.indexOf(operator.role) < roles.indexOf(role)) throw refuse('RoleRequired', { data: { role } });
  if (secondFactorRequired && !operator.secondFactor && !beforeSetup)
    throw refuse('SecondFactorRequired', { data: { setup: true } });
};

/**
 * Makes the software of the token `request.serviceCaller`, and the operator that it acts as `request.operator`. Tells the limit, also
 * where the call is refused for it or for a scope; every refusal but that of the limit is written to the audit log.
 * @throws the refusals ServersOnly, ServiceTokenInvalid, AddressRefused, TooManyAttempts, ScopeRequired
 */
export const authoriseSoftware = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { db, now }: { readonly db: Kysely<Database>; readonly now: () => number },
  { call, scope }: { readonly call: string; readonly scope: ApiCall['scope'] },
): Promise<void> => {
  const authorise = async () => {
    const { origin, authorization, 'sec-fetch-site': site } = request.headers;
    // The page would show the token to everybody.
    if (origin !== undefined || site !== undefined) throw refuse('ServersOnly');
    const at = now();
    const use = await useServiceToken(db, { authorization, address: plainIp(request.ip), at });
    request.serviceCaller = use.caller;
    request.operator = operatorOf(use.caller, scope, at);
    reply.headers({
      'ratelimit-limit': String(use.limit),
      'ratelimit-remaining': String(use.remaining),
      'ratelimit-reset': String(use.reset),
    });
    if (use.exceeded)
      throw refuse('TooManyAttempts', {
        message: 'This service token has made its requests of the minute.',
        data: { retry_after: use.reset },
      });
    if (scope !== 'any' && !use.caller.scopes.includes(scope))
      throw refuse('ScopeRequired', { data: { scope } });
  };
  try {
    await authorise();
  } catch (error) {
    const limited = error instanceof Refusal && error.refusal === 'TooManyAttempts';
    if (!limited)
      await recordFailure({ db, now }, request, error, { call, refused: ['ServiceTokenInvalid'] });
    throw error;
  }
};
