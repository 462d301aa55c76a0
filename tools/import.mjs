/**
 * `npm run import -- FILE --pid PID`: shows what a file of people would do at a running server; with `--run` it does it, with
 * `--undo ID` it undoes it. Calls `/api/v1` with a service token (`people:write`, to undo `people:delete`) in ROLLCALL_TOKEN.
 */
import { importCommand } from './import-command.mjs';

process.exitCode = await importCommand(process.argv.slice(2), process.env);
