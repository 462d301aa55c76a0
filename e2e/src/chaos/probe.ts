/** What processes of the server say of their own memory and handles when they are asked: a script that each loads before its own. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Probe {
  /** For the environment of the processes. */
  readonly env: { readonly NODE_OPTIONS: string };
  /** Asks a process. @returns undefined if it has no such script; @throws Error if it ended */
  ask(pid: number): Promise<Said | undefined>;
}

/** What a process says of itself, after a full collection of its garbage. */
export interface Said {
  /** Bytes. */
  readonly heap: number;
  /** Timers that are set. */
  readonly timers: number;
  /** All else that keeps it alive: sockets, servers, children, requests. */
  readonly handles: number;
}

/** Milliseconds between two looks for an answer. */
const LOOK = 20;

/** @param folder of the test; recreated by the caller */
export const newProbe = (folder: string): Probe => {
  const script = `import{isMainThread}from'node:worker_threads';import{renameSync,writeFileSync}from'node:fs';import{setFlagsFromString}from'node:v8';import{runInNewContext}from'node:vm';
if(isMainThread){setFlagsFromString('--expose-gc');const gc=runInNewContext('gc');const file=${JSON.stringify(folder)}+'/'+process.pid;
const say=()=>{gc();const all=process.getActiveResourcesInfo();const timers=all.filter(one=>one==='Timeout').length;
writeFileSync(file+'.part',JSON.stringify({heap:process.memoryUsage().heapUsed,timers,handles:all.filter(one=>one!=='Immediate').length-timers}));renameSync(file+'.part',file+'.said')};
process.on('SIGUSR2',say);writeFileSync(file,'')}`;
  return {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
    ask: async pid => {
      // The signal would end a process that does not know it.
      if (!readdirSync(folder).includes(`${pid}`)) return undefined;
      const said = join(folder, `${pid}.said`);
      rmSync(said, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (; !existsSync(said); await wait(LOOK)) process.kill(pid, 0);
      return JSON.parse(readFileSync(said, 'utf8')) as Said;
    },
  };
};
