/**
 * Exports and erases what was recorded about an account; each is a job that is polled to its end. Draws
 * nothing.
 */
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

/** Milliseconds between two polls of a job, at first and at most: the interval grows with the job's age. */
const LOOK_FIRST = 1000;
const LOOK_LAST = 10_000;

export type ConsentChange = AnswerOf<typeof consentsRow>[number];
export type JobKind = UsageJob['kind'];

export interface UsageDataFlow {
  /** All changes of consent, newest first; undefined until they are loaded, as are the jobs. */
  readonly consents: readonly ConsentChange[] | undefined;
  /** The newest job of each kind. */
  readonly jobs: { readonly [K in JobKind]?: UsageJob };
  readonly loading: Task;
  /** The tasks that start and stop a job. */
  readonly requesting: Readonly<Record<JobKind, Task>>;
  /** Whether the last poll failed; the next one follows. */
  readonly lost: boolean;
  /** @param onBegun called once the server has accepted the job */
  readonly begin: (kind: JobKind, onBegun?: () => void) => void;
  readonly cancel: (job: UsageJob) => void;
  /** The task that downloads the file. */
  readonly downloading: Task;
  /** The share of the file that has arrived, 0 to 1, while it is downloaded. */
  readonly share: number | undefined;
  /** Whether the file was deleted meanwhile. */
  readonly gone: boolean;
  /** Downloads the file of an export. */
  readonly download: (job: UsageJob) => void;
  /** Loads the consents again. */
  readonly refresh: () => void;
}

export const underWay = ({ state }: UsageJob): boolean => state === 'waiting' || state === 'running';

/** The jobs with a newer state of one of them, newest first. */
const placed = (list: readonly UsageJob[], job: UsageJob): readonly UsageJob[] =>
  [job, ...list.filter(({ id }) => id !== job.id)].sort((a, b) => b.created_at - a.created_at);

/**
 * Loads the jobs and consents once the person is signed in, and polls the jobs that are running.
 * @example const { jobs } = useUsageData();
 * @see `docs/data.md`
 */
export function useUsageData(): UsageDataFlow {
  const { auth } = useRollcall();
  const given = useAuth();
  const session = useSession();
  const loading = useTask();
  const requesting = { export: useTask(), erasure: useTask() };
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
          // an erasure deletes the history of consents and the exports too
          read();
        }
      } catch {
        if (signal.aborted) return;
        // the server goes on with the job
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
    requesting,
    lost,
    begin: (kind, onBegun) => {
      setGone(false);
      requesting[kind].run(async signal => {
        put(await (kind === 'export' ? exportUsageData : eraseUsageData)(given(), undefined, { signal }));
        onBegun?.();
      });
    },
    cancel: job =>
      requesting[job.kind].run(async signal =>
        put(await cancelUsageJob(given(), { id: job.id }, { signal })),
      ),
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
