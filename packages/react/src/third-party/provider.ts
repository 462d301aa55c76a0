/** The third parties whose accounts can sign in. */
import type { Provider } from '@rollcall/contract';

export type { Provider };
/**
 * The names of the third parties.
 * @see `docs/third-party.md`
 */
export const PROVIDERS = ['wechat', 'qq'] as const satisfies readonly Provider[];

/**
 * Whether a string, such as the last part of a path, names a provider.
 * @example const provider = isProvider(name) ? name : undefined;
 * @see `docs/third-party.md`
 */
export const isProvider = (name: string | undefined): name is Provider =>
  PROVIDERS.some(provider => provider === name);
