/** The console's calls of the contract, and the types of their input and answers. */
import type * as contract from '@rollcall/contract';
import type { ConsoleCall } from '@rollcall/contract/console';

export {
  type ConsoleCall,
  type ConsoleCallName,
  type ConsoleCalls,
  consoleCalls,
  type Role,
  roles,
} from '@rollcall/contract/console';

/** A console call as the contract's type helpers take it. */
type Row<C extends ConsoleCall> = C & { readonly token: 'none' };
export type BodyOf<C extends ConsoleCall> = contract.BodyOf<Row<C>>;
export type QueryOf<C extends ConsoleCall> = contract.QueryOf<Row<C>>;
export type AnswerOf<C extends ConsoleCall> = contract.AnswerOf<Row<C>>;
