/** What stands between a person and a client that asks for them. */
import type { OpenidOwed } from '@rollcall/contract';
import type { Client, Interaction } from './library.ts';
import { type OpenidSession, type OpenidSessionSettings, owedIn } from './openid-session.ts';
import { asksSecondFactor } from './policy.ts';

/** Since when the person must have proved who they are (ms), where the client asks for it. */
const provedSince = ({ params, iat }: Interaction, at: number): number => {
  const { prompt, max_age: maxAge } = params;
  const asked = iat === undefined ? at : iat * 1000;
  if (typeof prompt === 'string' && prompt.split(' ').includes('login')) return asked;
  return maxAge === undefined ? Number.NEGATIVE_INFINITY : asked - Number(maxAge) * 1000;
};

/** Undefined: nothing. */
export const owedFor = async (
  settings: OpenidSessionSettings,
  { session, client, interaction }: { session: OpenidSession; client: Client; interaction: Interaction },
): Promise<OpenidOwed | undefined> => {
  const owed = await owedIn(settings, session);
  if (owed) return owed;
  if (asksSecondFactor(client, interaction.params) && !session.secondFactor) return 'second-factor';
  return session.provedAt < provedSince(interaction, settings.now()) ? 'proof' : undefined;
};
