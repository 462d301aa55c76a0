/** The devices that the account is signed in on: listed, ended one by one or all others at once. Draws nothing. */
import { endDevice, endOtherDevices, getDevices } from '@rollcall/account';
import type { AnswerOf, getDevices as row } from '@rollcall/contract';
import { useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';

export type Device = AnswerOf<typeof row>[number];

export interface DevicesFlow {
  /** The one used last first; undefined until they are known. */
  readonly devices: readonly Device[] | undefined;
  /** How the loading goes. */
  readonly loading: Task;
  /** How the ending goes. */
  readonly task: Task;
  /** What is being ended: a device's id, or `others`. */
  readonly ending: string | undefined;
  /** What was ended last: a device, or how many others. */
  readonly ended: Device | number | undefined;
  readonly end: (device: Device) => void;
  readonly endOthers: () => void;
}

/** Loads the devices once somebody is signed in. */
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
    // one at a time: a second press while one is ended does nothing
    if (task.phase !== 'idle') return;
    setEnding(what);
    setEnded(undefined);
    task.run(async signal => {
      setEnded(await work(signal));
      // there may be others by now, or fewer
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
