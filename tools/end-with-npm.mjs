/**
 * Ends this process as SIGTERM does once the shell in which `npm start` runs it is gone. npm passes SIGTERM to that shell
 * alone, and a process that stayed would hold the port and the data folder.
 */
const EVERY = 250;

// Read before the set-up, which may take a minute in which the shell ends.
const parent = process.ppid;
// Started without npm, a process outlives the shell it came from, which `nohup` and `&` rely on.
const byNpm = process.env.npm_lifecycle_event === 'start';

/** Begins to watch. Ends this process now where the shell has gone already. */
export function endWithNpm() {
  if (!byNpm) return;
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  };
  look();
  setInterval(look, EVERY).unref();
}
