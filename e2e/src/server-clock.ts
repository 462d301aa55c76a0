/** The clock of a server that a test started, which can be put ahead while it runs. */
import { renameSync, writeFileSync } from 'node:fs';

export interface ServerClock {
  /** For the server's environment. */
  readonly env: { readonly NODE_OPTIONS: string };
  /** The server's current time, milliseconds since 1970. */
  now(): number;
  move(ms: number): void;
}

/** @param file a file of the test with the milliseconds by which the clock is ahead */
export function serverClock(file: string): ServerClock {
  let ahead = 0;
  writeFileSync(file, '0');
  const script = `import{readFileSync}from'node:fs';const now=Date.now;Date.now=()=>now()+Number(readFileSync(${JSON.stringify(file)},'utf8'))`;
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    now: () => Date.now() + ahead,
    move: ms => {
      ahead += ms;
      // Whole at any moment: the server would read an empty file as a clock that was put back.
      writeFileSync(`${file}.new`, String(ahead));
      renameSync(`${file}.new`, file);
    },
  };
}
