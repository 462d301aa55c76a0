/** Tokens: refresh, end, and conversion of an older site's session. */
import type { CallName } from '@rollcall/contract';
import type { Handlers } from '../../http/handler.ts';
import { convertSession } from './convert.ts';
import { type Room, tokensOf } from './context.ts';

export const tokenHandlers = (room: Room) =>
  ({
    refreshTokens: async ({ body }) => tokensOf(room, await room.sessions.refresh(body.refresh_token)),

    deleteTokens: async ({ caller }) => {
      await room.sessions.end(caller.sessionId);
      return {};
    },

    convertTokens: ({ header, address, userAgent }) => convertSession(room, { header, address, userAgent }),
  }) satisfies Partial<Handlers<CallName>>;
