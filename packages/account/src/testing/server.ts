import type { SentRequest } from './net.ts';
import { COOKIE_INVALID, REFRESH_TOKEN_INVALID, signedInAs, TOKEN_INVALID, tokens } from './tabs.ts';

interface Session {
  active: string;
  parent: string | undefined;
  /** Valid access tokens. */
  readonly access: Set<string>;
  ended: boolean;
}

/** The server's sessions: a refresh token is rotated at each use, its parent gets the same successor. */
export interface Server {
  /** The answer to one request. */
  handle(request: SentRequest): { readonly status: number; readonly body: unknown };
  /** The session of a refresh token, valid or not. */
  sessionOf(refreshToken: string): Session | undefined;
  /** The token that a refresh token was exchanged from; undefined for a sign-in's. */
  parentOf(refreshToken: string): string | undefined;
  /** How often each refresh token was exchanged. */
  readonly exchanged: Map<string, number>;
  /** Expires the access tokens of all sessions. */
  age(): void;
}

export const fakeServer = (): Server => {
  let issued = 0;
  const sessions: Session[] = [];
  const of = new Map<string, Session>();
  const parents = new Map<string, string>();
  const exchanged = new Map<string, number>();
  const refused = (body: unknown) => ({ status: 401, body });

  const issue = (session: Session) => {
    issued++;
    session.access.add(`A${issued}`);
    return issued;
  };
  const refresh = (token: string) => {
    exchanged.set(token, (exchanged.get(token) ?? 0) + 1);
    const session = of.get(token);
    if (!session || session.ended) return refused(REFRESH_TOKEN_INVALID);
    const number = issue(session);
    if (token === session.active) {
      session.parent = token;
      session.active = `R${number}`;
      parents.set(session.active, token);
      of.set(session.active, session);
    } else if (token !== session.parent) {
      session.ended = true;
      return refused(REFRESH_TOKEN_INVALID);
    }
    const set = tokens(number);
    return { status: 200, body: { data: { ...set, refresh: { ...set.refresh, token: session.active } } } };
  };
  const caller = (request: SentRequest): Session | undefined => {
    const token = request.headers['Authorization']?.replace('Bearer ', '') ?? '';
    return sessions.find(session => !session.ended && session.access.has(token));
  };

  return {
    exchanged,
    sessionOf: token => of.get(token),
    parentOf: token => parents.get(token),
    age: () => {
      for (const { access } of sessions) access.clear();
    },
    handle: request => {
      const path = request.url.split('/accounts/')[1];
      const token = String((request.body as { refresh_token?: string } | undefined)?.refresh_token);
      if (path === 'login') {
        const session: Session = { active: '', parent: undefined, access: new Set(), ended: false };
        const number = issue(session);
        session.active = `R${number}`;
        sessions.push(session);
        of.set(session.active, session);
        return { status: 200, body: signedInAs(number) };
      }
      if (path === 'tokens/refresh') return refresh(token);
      if (path === 'tokens/convert') return refused(COOKIE_INVALID);
      const session = caller(request);
      if (!session) return refused(TOKEN_INVALID);
      if (path === 'logout') {
        const owner = of.get(token);
        if (owner !== session) return refused(REFRESH_TOKEN_INVALID);
        session.ended = true;
      }
      return { status: 200, body: { data: { id: 'x' } } };
    },
  };
};
