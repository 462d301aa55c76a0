/** Few histories of writes at the same time; `npm run histories` tries more. */
import { concurrencySuite } from './testing/concurrency.suite.ts';

concurrencySuite(Number(process.env['ROLLCALL_HISTORIES'] ?? 2));
