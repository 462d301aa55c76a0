/** The rows of the contract that the console asks, and what they take and give. */
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

/** An operator's row as any other, for the contract's own readings of a row. */
type Row<C extends ConsoleCall> = C & { readonly token: 'none' };
export type BodyOf<C extends ConsoleCall> = contract.BodyOf<Row<C>>;
export type QueryOf<C extends ConsoleCall> = contract.QueryOf<Row<C>>;
export type AnswerOf<C extends ConsoleCall> = contract.AnswerOf<Row<C>>;
