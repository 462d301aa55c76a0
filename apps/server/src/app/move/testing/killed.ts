/** `killed.ts MOMENT OLD.env`: the command `move`, which kills its own process at that moment. */
import { moveCommand } from '../command.ts';

const [moment, ...args] = process.argv.slice(2);
await moveCommand(args, process.env, text => void process.stdout.write(text), 'move', {
  reached: now => {
    if (now === moment) process.kill(process.pid, 'SIGKILL');
  },
});
