/**
 * `npm run sample`: fills the running server's console with an invented school (usage, monitoring, people, messages), marked
 * as sample data. `npm run sample -- --remove` removes it. Also: `--days 90`, `--pupils 760`, `--seed 1`.
 */
import { resolve } from 'node:path';
import { sampleCommand } from './sample-command.mjs';
import { root } from './setup.mjs';

process.exitCode = await sampleCommand(process.argv.slice(2), {
  data: resolve(root, process.env.ROLLCALL_DATA || 'data'),
  program: 'npm run sample --',
  start: 'npm start',
});
