/** Every call of the operators' console, by subject; each subject's file exports its rows, and this one names them. */
import type { ConsoleCall } from './call.ts';

export * from './call.ts';

export const consoleCalls = {} as const satisfies Record<string, ConsoleCall>;

export type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
