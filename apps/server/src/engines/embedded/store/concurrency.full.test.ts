/** Few histories of writes at the same time; `npm run proofs -- histories` tries more. */
import { concurrencySuite } from './testing/concurrency.suite.ts';

const histories = process.env['ROLLCALL_HISTORIES'];
concurrencySuite(Number(histories ?? 2), histories === undefined ? 1 : undefined);
