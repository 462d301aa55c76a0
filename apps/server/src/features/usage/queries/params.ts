/** The forms of the queries and their answers, as the contract has them. */
import type { AnswerOf, CheckedQueryOf } from '@rollcall/contract';
import type { UsageConsoleCalls } from '@rollcall/contract/console';

export type QueryParams<Name extends keyof UsageConsoleCalls> = CheckedQueryOf<UsageConsoleCalls[Name]>;
export type Answer<Name extends keyof UsageConsoleCalls> = AnswerOf<UsageConsoleCalls[Name]>;
