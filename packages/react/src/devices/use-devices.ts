/** Lists the devices that the account is signed in on, and ends one session or all others. Draws nothing. */
import { endDevice, endOtherDevices, getDevices } from '@rollcall/account';
import type { AnswerOf, getDevices as row } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';

export type Device = AnswerOf<typeof row>[number];

export interface DevicesFlow {
  /** The most recently used one first; undefined until they are loaded. */
  readonly devices: readonly Device[] | undefined;
  /** The task that loads them. */
  readonly loading: Task;
  /** The task that ends sessions. */
  readonly task: Task;
  /** The session that is being ended: a device's id, or `others`. */
  readonly ending: string | undefined;
  /** The session that was ended last: a device, or the number of the others. */
  readonly ended: Device | number | undefined;
  readonly end: (device: Device) => void;
  readonly endOthers: () => void;
}

/**
 * Loads the devices once the person is signed in.
 * @example const { devices, end } = useDevices();
 * @see `docs/react.md`
 */
export function useDevices(): DevicesFlow {
  const { auth } = useRollcall();
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const task = useTask();
  const [devices, setDevices] = useState<readonly Device[]>();
  const [ending, setEnding] = useState<string>();
  const [ended, setEnded] = useState<Device | number>();
  const { run } = loading;
  useEffect(() => {
    if (!auth || session !== 'in') return;
    run(async signal => setDevices(await getDevices(auth, undefined, { signal })));
  }, [auth, session, run]);

  const act = (what: string, work: (signal: AbortSignal) => Promise<Device | number>) => {
    // a second press while a session is being ended does nothing
    if (task.phase !== 'idle') return;
    setEnding(what);
    setEnded(undefined);
    task.run(async signal => {
      setEnded(await work(signal));
      // other devices may have signed in or out meanwhile
      setDevices(await getDevices(given(), undefined, { signal }));
    });
  };
  return {
    devices: session === 'out' ? undefined : devices,
    loading,
    task,
    ending: task.phase === 'idle' ? undefined : ending,
    ended,
    end: device =>
      act(device.id, async signal => {
        await endDevice(given(), { id: device.id }, { signal });
        setDevices(now => now?.filter(({ id }) => id !== device.id));
        return device;
      }),
    endOthers: () =>
      act('others', async signal => {
        const { ended: count } = await endOtherDevices(given(), undefined, { signal });
        setDevices(now => now?.filter(({ current }) => current));
        return count;
      }),
  };
}
