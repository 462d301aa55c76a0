/** A problem in the page's words: what happened, and what to do next. */
import { ErrorMessage as Text } from '@rollcall/ui';
import type { ReactNode } from 'react';
import { SupportLink } from './support-link.tsx';
import { useRollcall } from '../provider/provider.tsx';
import type { Problem } from './problem.ts';

/**
 * Writes what a problem is and what to do next.
 *
 * @param props.children follows the text, such as a link that leads on
 * @example <ErrorMessage problem={problem} />
 * @see `docs/react.md`
 */
export function ErrorMessage({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const { phrases } = useRollcall();
  const { seconds, requestId, cookie } = problem;
  return (
    <Text
      text={phrases.problems[problem.name] ?? phrases.problems.Unknown}
      wait={seconds ? phrases.work.wait(seconds) : undefined}
      reference={requestId ? phrases.work.reference(requestId) : cookie && `Cookie: ${cookie}`}
      separator={phrases.language === 'en' ? ' ' : ''}
    >
      {problem.name === 'AccountBlocked' ? <SupportLink /> : children}
    </Text>
  );
}
