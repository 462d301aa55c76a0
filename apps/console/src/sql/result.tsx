/** The result of a statement, or why there is none. */
import type { SqlResult } from '@rollcall/contract/console';
import type { Refused } from '../client/refused.ts';
import { useWords } from '../console-context.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import noticeCss from '../parts/notice.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import { Section } from '../parts/page.tsx';
import { DrawnResult } from './drawn.tsx';
import css from './sql.module.css';
import { sqlWords } from './words.ts';

export function Result({ result, name }: { result: SqlResult; name: string }) {
  const words = useWords(sqlWords);
  return (
    <Section title={words.result}>
      <Facts result={result} />
      <DrawnResult result={result} name={name} />
    </Section>
  );
}

/** How many rows there are, and how long they took. */
export function Facts({ result }: { result: SqlResult }) {
  const words = useWords(sqlWords);
  const { whole } = useNumberFormat();
  return (
    <output>
      {words.rows(whole(result.rows.length), whole(result.took))}
      {result.cut ? ` ${words.cut(whole(result.rows.length))}` : ''}
    </output>
  );
}

/** A faulty statement is answered in the words of the database; where nothing can be asked, the server says why. */
export function Trouble({ problem, onRetry }: { problem: Refused; onRetry: () => void }) {
  const words = useWords(sqlWords);
  const isOff = problem.name === 'IllegalOperation';
  if (problem.name !== 'InvalidRequest' && !isOff)
    return <ErrorMessage problem={problem} onRetry={onRetry} />;
  return (
    <div role="alert" className={noticeCss.error}>
      {isOff ? <p>{words.off}</p> : null}
      <pre className={css.fault}>{problem.message}</pre>
    </div>
  );
}
