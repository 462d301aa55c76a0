/** The answer beside the builder: the last one stays, dimmed, while the next is on its way. */
import type { Refused } from '../client/refused.ts';
import { useConsoleContext, useWords } from '../console-context.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import { ErrorMessage } from '../parts/error-message.tsx';
import noticeCss from '../parts/notice.module.css';
import { writeDuration } from '../usage/period.ts';
import { AnswerChart } from './answer-chart.tsx';
import type { AnswerProps } from './answer-view.tsx';
import css from './ask.module.css';
import type { useAnswer } from './use-answer.ts';
import { askWords } from './words.ts';

/** What to narrow, where an answer would be too large or took too long; undefined: it was refused for another reason. */
const narrowing = (
  problem: Pick<Refused, 'name' | 'field' | 'message' | 'until'>,
  words: (typeof askWords)['en'],
): string | undefined => {
  if (problem.name === 'NotFound') return words.cohortGone;
  if (problem.name === 'InvalidRequest' && problem.field === 'from') {
    const day = /20\d\d-\d\d-\d\d/.exec(problem.message)?.[0];
    return day === undefined ? words.narrowPeriod : words.narrowFrom(day);
  }
  if (problem.name === 'InvalidRequest') return words.narrowPeriod;
  return (problem.name === 'TooBusy' && /too long/.test(problem.message)) || problem.name === 'TimedOut'
    ? words.narrow
    : undefined;
};

function Problem({ problem, onRetry }: { problem: Refused; onRetry: () => void }) {
  const words = useWords(askWords);
  const text = narrowing(problem, words);
  return text === undefined ? (
    <ErrorMessage problem={problem} onRetry={onRetry} />
  ) : (
    <div role="alert" className={noticeCss.error}>
      <p>{text}</p>
    </div>
  );
}

export function Answer(props: {
  asked: ReturnType<typeof useAnswer>;
  name: string;
  onPeople?: AnswerProps['onPeople'];
  onQuestion?: AnswerProps['onQuestion'];
  tile?: boolean;
}) {
  const { asked, name, onPeople, onQuestion, tile = false } = props;
  const { last, problem, waiting, retry } = asked;
  const words = useWords(askWords);
  const { language } = useConsoleContext();
  const until = last?.answer.until ?? null;
  return (
    <div aria-busy={waiting}>
      <output className={css.facts}>
        {waiting ? (
          words.waiting
        ) : last && !problem ? (
          <>
            {until === null
              ? words.untilNow
              : words.until(formatDateTime(new Date(until), language, Date.now))}{' '}
            {words.took(
              last.answer.took < 1000
                ? `${last.answer.took} ms`
                : writeDuration(last.answer.took, words.units),
            )}
          </>
        ) : null}
      </output>
      {problem ? <Problem problem={problem} onRetry={retry} /> : null}
      {last ? (
        <div className={css.last} data-answer="" data-old={waiting || problem ? '' : undefined}>
          <AnswerChart
            question={last.question}
            answer={last.answer}
            at={last.at}
            name={name}
            tile={tile}
            {...(onPeople ? { onPeople } : {})}
            {...(onQuestion ? { onQuestion } : {})}
          />
        </div>
      ) : (
        <div className={css.empty} />
      )}
    </div>
  );
}
