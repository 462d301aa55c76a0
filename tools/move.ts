/** `npm run move -- OLD.env`: moves a school to the engines of several machines; see apps/server/src/app/move/command.ts. */
import { moveCommand } from '../apps/server/src/app/move/command.ts';

process.exitCode = await moveCommand(
  process.argv.slice(2),
  process.env,
  text => void process.stdout.write(text),
);
