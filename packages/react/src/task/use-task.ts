/** Task state, whose failures are the problems of this package. */
import { type Task as TaskOf, useTask as useTaskOf } from '@rollcall/ui';
import { type Problem, problemOf } from '../problem/problem.ts';

export type { Phase, WaitForUser, Work } from '@rollcall/ui';
export { SLOW_MS } from '@rollcall/ui';

/** One asynchronous task: its phase, its last problem, and how to run it. */
export type Task = TaskOf<Problem>;

/**
 * Holds the state of one task; draws nothing. The task is aborted when the component unmounts.
 *
 * @param onProblem called once for each failure
 */
export const useTask = (onProblem?: (problem: Problem) => void): Task => useTaskOf({ problemOf, onProblem });
