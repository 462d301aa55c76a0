/** `npm run audit -- verify`: checks the audit log; see apps/server/src/app/audit-command.ts. */
import { auditCommand } from '../apps/server/src/app/audit-command.ts';

process.exitCode = await auditCommand(
  process.argv.slice(2),
  process.env,
  text => void process.stdout.write(text),
);
