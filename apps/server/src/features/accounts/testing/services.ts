/** For tests: the row that counts the tickets of a product's services. */
import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../platform/derive-key.ts';
import { SPENDS } from '../codes/universal-code.ts';
import type { HttpAccounts } from './http.ts';

/** The name of the row in `window_counts`. */
export const spendsOf = ({ server }: Pick<HttpAccounts, 'server'>, pid: string): Buffer =>
  createHmac('sha256', deriveKey(server.app.config.secret, 'window counts'))
    .update(`${SPENDS}|${pid}`)
    .digest();
