/** The answer of a question, kept while the next is on its way. */
import { type Question, type QuestionAnswer, readQuestion } from '@rollcall/contract/console';
import { useEffect, useState } from 'react';
import { type Refused, refusedOf } from '../client/refused.ts';
import { useConsoleContext } from '../console-context.ts';

interface Answered {
  readonly question: Question;
  readonly answer: QuestionAnswer;
  /** When it came, in ms since 1970. */
  readonly at: number;
}

interface State {
  /** The text that was answered or refused last. */
  readonly of?: string;
  readonly last?: Answered;
  readonly problem?: Refused;
}

/**
 * Asks a question whenever its text changes; what is no longer asked is cancelled on the server, too.
 * @param text null: nothing is asked
 */
export function useAnswer(text: string | null): {
  readonly last: Answered | undefined;
  readonly problem: Refused | undefined;
  readonly waiting: boolean;
  readonly retry: () => void;
} {
  const { client } = useConsoleContext();
  const [state, setState] = useState<State>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (text === null) return undefined;
    const left = new AbortController();
    client.call('askUsageQuestion', { query: { question: text } }, left.signal).then(
      answer => {
        const { question } = readQuestion(text);
        if (!left.signal.aborted && question)
          setState({ of: text, last: { question, answer, at: Date.now() } });
        return answer;
      },
      (thrown: unknown) => {
        if (left.signal.aborted) return;
        setState(({ last }) => ({ of: text, problem: refusedOf(thrown), ...(last ? { last } : {}) }));
      },
    );
    return () => left.abort();
    // a retry changes `tries` only
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, text, tries]);
  return {
    last: state.last,
    problem: state.of === text ? state.problem : undefined,
    waiting: text !== null && state.of !== text,
    retry: () => {
      setState(({ last }) => (last ? { last } : {}));
      setTries(now => now + 1);
    },
  };
}
