/** Starts the built simulators of the vendors as a process of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { simulatedBots, simulatedHumanVerification, simulatedThirdParties } from '../../tools/simulated.mjs';

const root = join(import.meta.dirname, '../..');

export interface RunningSimulators {
  readonly url: string;
  /** The server's variables that point WeChat, QQ and group bots here. */
  readonly env: Record<string, string>;
  /** Those that point every vendor of human verification here. */
  readonly humanVerification: Record<string, string>;
  /** Sets how a vendor, or one point of it, behaves for all requests. */
  set(vendor: string, mode: 'pass' | 'fail' | 'slow' | 'down'): Promise<void>;
  stop(): Promise<void>;
}

/** @param env more of their variables */
export async function startSimulators(env: Record<string, string> = {}): Promise<RunningSimulators> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'apps/simulators/dist/main.mjs')], {
    env: { ...process.env, SIMULATORS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const ready = /(http:\/\/127\.0\.0\.1:\d+)/.exec(chunk.toString());
      if (ready?.[1]) resolve(ready[1]);
    });
    child.once('exit', code => reject(new Error(`The simulators ended with ${code}.`)));
  });
  return {
    url,
    // One that is down cuts the connection, so nothing waits for these limits.
    env: { ...simulatedThirdParties(url), ...simulatedBots(url), ROLLCALL_THIRD_PARTY_TIMEOUT: '20000' },
    humanVerification: { ...simulatedHumanVerification(url), ROLLCALL_CAPTCHA_TIMEOUT_MS: '20000' },
    async set(vendor, mode) {
      const answer = await fetch(`${url}/control/${vendor}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
