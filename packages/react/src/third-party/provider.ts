/** Whose accounts can be signed in with. */
import type { Provider } from '@rollcall/contract';

export type { Provider };
export const PROVIDERS = ['wechat', 'qq'] as const satisfies readonly Provider[];

/** Whether a name, an address's last part perhaps, is a provider's. */
export const isProvider = (name: string | undefined): name is Provider =>
  PROVIDERS.some(provider => provider === name);
