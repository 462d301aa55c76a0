/** Puts together all that is kept of a person: the account's part, and what was reported of its use. Draws nothing. */
import {
  downloadUsageData,
  exportAccountData,
  exportUsageData,
  getGradeList,
  getUsageJob,
  getUsageJobs,
} from '@rollcall/account';
import type { UsageJob } from '@rollcall/contract';
import { useState } from 'react';
import { files } from '../privacy/files.ts';
import { underWay } from '../privacy/use-usage-data.ts';
import { problemOf } from '../problem/problem.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';
import { pause } from '../task/pause.ts';
import { type Task, useTask, type Work } from '../task/use-task.ts';
import { dataFile } from './data-file.ts';
import type { MyData } from './kept-data.ts';
import { readUsage } from './read-usage.ts';

/** Milliseconds between two polls of the export, at first and at most. */
const LOOK_FIRST = 500;
const LOOK_LAST = 10_000;

export interface MyDataFlow {
  /** Undefined until it was put together, and once the person has signed out. */
  readonly data: MyData | undefined;
  readonly task: Task;
  readonly putTogether: () => void;
  /** Downloads all of it as one JSON file. */
  readonly save: () => void;
  readonly saving: Task;
}

/**
 * Holds the state of `AccountData`; draws nothing.
 *
 * @param onRequired called where the person is to be asked about their age first; absent: that is a problem of the task
 * @example const { task } = useMyData();
 * @see `docs/data.md`
 */
export function useMyData(onRequired?: () => void): MyDataFlow {
  const { phrases } = useRollcall();
  const auth = useAuth();
  const session = useSession();
  const task = useTask();
  const saving = useTask();
  const [data, setData] = useState<MyData>();
  // nothing of it stays on a screen that somebody else may come to, nor comes back with the next person
  if (session === 'out' && data) setData(undefined);

  /** Leads to the questions about age; a guardian may withdraw while the work goes on. */
  const guarded =
    (work: Work): Work =>
    async (signal, waitForUser) => {
      try {
        await work(signal, waitForUser);
      } catch (thrown) {
        if (!onRequired || signal.aborted || problemOf(thrown).name !== 'AgeRequired') throw thrown;
        onRequired();
      }
    };
  const putTogether = () => {
    // Kept for when the work is repeated after a proof that ran out meanwhile.
    let job: UsageJob | undefined;
    task.run(
      guarded(async (signal, waitForUser) => {
        const given = auth();
        const { language } = phrases;
        const account = await exportAccountData(given, { language }, { signal });
        const grades = account.profile.grade === null ? [] : await getGradeList(given, undefined, { signal });
        // what follows takes as long as there is much of it
        await waitForUser(
          (async () => {
            job ??= await exportUsageData(given, undefined, { signal });
            for (let wait = LOOK_FIRST; underWay(job); wait = Math.min(LOOK_LAST, wait * 1.3)) {
              await pause(wait, signal);
              job = await getUsageJob(given, { id: job.id }, { signal });
            }
            const usage = await downloadUsageData(given, { id: job.id }, { signal, plain: true });
            const jobs = await getUsageJobs(given, undefined, { signal });
            const grade = grades.find(({ id }) => id === account.profile.grade)?.name;
            setData({ account, grade, jobs, ...(await readUsage(usage)) });
          })(),
        );
      }),
    );
  };

  return {
    data: session === 'out' ? undefined : data,
    task,
    putTogether,
    saving,
    save: () => {
      if (!data) return;
      saving.run(async () => {
        const day = new Date(data.account.at).toISOString().slice(0, 10);
        files.save(await dataFile(data), `rollcall-${day}.json`);
      });
    },
  };
}
