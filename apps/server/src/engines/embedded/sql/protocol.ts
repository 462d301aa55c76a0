/** What the server and the process of a statement say to each other. */
import type { SqlAnswer, SqlFaultReason, SqlFiles } from '../../../features/usage/sql/engine.ts';

export type ToSql = { readonly open: SqlFiles } | { readonly sql: string };
export type FromSql =
  | { readonly opened: true }
  | { readonly answer: SqlAnswer }
  | { readonly fault: { readonly why: SqlFaultReason; readonly message: string } };
