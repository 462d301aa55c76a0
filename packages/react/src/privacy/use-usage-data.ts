/** What was reported about an account: a copy of it, and erasing it, each a job that is followed to its end. Draws nothing. */
import {
  AuthError,
  cancelUsageJob,
  downloadUsageData,
  eraseUsageData,
  exportUsageData,
  getUsageConsents,
  getUsageJob,
  getUsageJobs,
} from '@rollcall/account';
import type { AnswerOf, getUsageConsents as consentsRow, UsageJob } from '@rollcall/contract';
import { useCallback, useEffect, useState } from 'react';
import { type Task, useTask } from '../task/use-task.ts';
import { useAuth, useRollcall } from '../provider/provider.tsx';
import { useSession } from '../session/use-session.ts';
import { files } from './files.ts';

/** Milliseconds between two looks at a job, at first and at most; it is asked for less often the longer it takes. */
export const LOOK_FIRST = 1000;
export const LOOK_LAST = 10_000;

export type ConsentChange = AnswerOf<typeof consentsRow>[number];
export type JobKind = UsageJob['kind'];

export interface UsageDataFlow {
  /** Every change of consent, newest first; undefined until it is known, as are the jobs. */
  readonly consents: readonly ConsentChange[] | undefined;
  /** The newest job of each kind. */
  readonly jobs: { readonly [K in JobKind]?: UsageJob };
  readonly loading: Task;
  /** How the asking for a job goes, and the stopping of one. */
  readonly asking: Readonly<Record<JobKind, Task>>;
  /** The progress of a job could not be looked at; it is tried again. */
  readonly lost: boolean;
  /** `onBegun` is called once the server has taken it on. */
  readonly begin: (kind: JobKind, onBegun?: () => void) => void;
  readonly cancel: (job: UsageJob) => void;
  /** How the download goes. */
  readonly downloading: Task;
  /** How much of the file has come, 0 to 1, while it comes. */
  readonly share: number | undefined;
  /** The file was deleted meanwhile. */
  readonly gone: boolean;
  /** Gives the file of an export to the browser, which keeps it. */
  readonly download: (job: UsageJob) => void;
  /** Reads the consents again. */
  readonly refresh: () => void;
}

export const underWay = ({ state }: UsageJob): boolean => state === 'waiting' || state === 'running';

/** A job as it is now, in the place of what was known of it; the newest first. */
const placed = (list: readonly UsageJob[], job: UsageJob): readonly UsageJob[] =>
  [job, ...list.filter(({ id }) => id !== job.id)].sort((a, b) => b.created_at - a.created_at);

/** Loads the jobs and consents once somebody is signed in, and follows what is under way. */
export function useUsageData(): UsageDataFlow {
  const { auth } = useRollcall();
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const asking = { export: useTask(), erasure: useTask() };
  const downloading = useTask();
  const [consents, setConsents] = useState<readonly ConsentChange[]>();
  const [list, setList] = useState<readonly UsageJob[]>([]);
  const [lost, setLost] = useState(false);
  const [share, setShare] = useState<number>();
  const [gone, setGone] = useState(false);

  const put = useCallback((job: UsageJob) => setList(now => placed(now, job)), []);
  const { run } = loading;
  const read = useCallback(() => {
    if (!auth) return;
    run(async signal => {
      const [jobs, changes] = await Promise.all([
        getUsageJobs(auth, undefined, { signal }),
        getUsageConsents(auth, undefined, { signal }),
      ]);
      setList(jobs);
      setConsents(changes);
    });
  }, [auth, run]);
  useEffect(() => {
    if (session === 'in') read();
  }, [session, read]);

  const open = list
    .filter(underWay)
    .map(({ id }) => id)
    .sort()
    .join();
  useEffect(() => {
    if (!auth || session !== 'in' || open === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    let wait = LOOK_FIRST;
    const look = async () => {
      try {
        const jobs = await Promise.all(open.split(',').map(id => getUsageJob(auth, { id }, { signal })));
        if (signal.aborted) return;
        for (const job of jobs) put(job);
        setLost(false);
        if (jobs.some(job => job.kind === 'erasure' && job.state === 'done')) {
          // it took the history of consents and the exports along
          read();
        }
      } catch {
        if (signal.aborted) return;
        // the job goes on without being looked at
        setLost(true);
      }
      wait = Math.min(LOOK_LAST, wait * 1.3);
      timer = setTimeout(look, wait);
    };
    let timer = setTimeout(look, wait);
    return () => {
      controller.abort();
      clearTimeout(timer);
      setLost(false);
    };
  }, [auth, session, open, put, read]);

  const newest = (kind: JobKind) => list.find(job => job.kind === kind);
  const [ofExport, ofErasure] = [newest('export'), newest('erasure')];
  const known = session !== 'out' && consents !== undefined;
  return {
    consents: known ? consents : undefined,
    jobs: known
      ? { ...(ofExport ? { export: ofExport } : {}), ...(ofErasure ? { erasure: ofErasure } : {}) }
      : {},
    loading,
    asking,
    lost,
    begin: (kind, onBegun) => {
      setGone(false);
      asking[kind].run(async signal => {
        put(await (kind === 'export' ? exportUsageData : eraseUsageData)(given(), undefined, { signal }));
        onBegun?.();
      });
    },
    cancel: job =>
      asking[job.kind].run(async signal => put(await cancelUsageJob(given(), { id: job.id }, { signal }))),
    downloading,
    share,
    gone,
    download: job => {
      setGone(false);
      downloading.run(async (signal, waitForUser) => {
        setShare(0);
        try {
          const file = await waitForUser(
            downloadUsageData(given(), { id: job.id }, { signal, onProgress: setShare }),
          );
          files.save(file, `rollcall-${new Date(job.created_at).toISOString().slice(0, 10)}.ndjson.gz`);
        } catch (thrown) {
          if (!(thrown instanceof AuthError && thrown.status === 404)) throw thrown;
          setGone(true);
          setList(await getUsageJobs(given(), undefined, { signal }));
        } finally {
          setShare(undefined);
        }
      });
    },
    refresh: () => {
      loading.run(async signal => setConsents(await getUsageConsents(given(), undefined, { signal })));
    },
  };
}
