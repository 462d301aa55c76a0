/** Tokens: refresh, end, and conversion of an older site's session. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../../http/handler.ts';
import { type ConvertContext, convertSession } from './convert.ts';
import { tokensOf } from './token-set.ts';

export const tokenHandlers = (context: ConvertContext) =>
  ({
    refreshTokens: async ({ body }) => tokensOf(context, await context.sessions.refresh(body.refresh_token)),

    deleteTokens: async ({ caller }) => {
      await context.sessions.end(caller.sessionId);
      return {};
    },

    convertTokens: ({ header, ip, userAgent, client, language }) =>
      convertSession(context, { header, ip, userAgent, client, language }),
  }) satisfies Partial<Handlers<CallName>>;
