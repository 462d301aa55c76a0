/** A problem in words: what happened, and what to do next. */
import type { ReactNode } from 'react';
import { useRollcall } from '../session/provider.tsx';
import type { Problem } from './problem.ts';

export function Told({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const { phrases } = useRollcall();
  const { what, next } = phrases.problems[problem.name];
  const space = phrases.language === 'en' ? ' ' : '';
  return (
    <>
      <strong>{what}</strong>
      {space}
      {problem.seconds ? phrases.work.wait(problem.seconds) : next}
      {problem.requestId ? <small> {phrases.work.reference(problem.requestId)}</small> : null}
      {children ? <> {children}</> : null}
    </>
  );
}
