/** `npm run audit`: checks the audit log, or accepts checkpoints of a lost secret; see apps/server/src/app/audit-command.ts. */
import { auditCommand } from '../apps/server/src/app/audit-command.ts';

process.exitCode = await auditCommand(
  process.argv.slice(2),
  process.env,
  text => void process.stdout.write(text),
);
