/** A question with its answers and explanations. With consent, the time to the answer is reported. */
import { useHydrated } from '@rollcall/react';
import { useUsage } from '@rollcall/react/usage';
import { useState } from 'react';
import css from './lesson.module.css';
import type { LessonNumber } from './lessons.ts';
import { Measured } from './measured.tsx';
import type { Lesson, LessonWords } from './words.ts';

export function SelfTest(props: { own: LessonWords; lesson: Lesson; number: LessonNumber }) {
  const { own, lesson, number } = props;
  const usage = useUsage();
  const [chosen, setChosen] = useState<number>();
  const [checked, setChecked] = useState<number>();
  const hydrated = useHydrated();
  const announcement =
    checked === undefined
      ? null
      : checked === -1
        ? own.choose
        : checked === lesson.right
          ? own.correct(lesson.because)
          : own.again;
  return (
    <form
      className={css.test}
      method="post"
      onSubmit={event => {
        event.preventDefault();
        setChecked(chosen ?? -1);
        if (chosen !== undefined)
          usage?.track('lesson.answer', { lesson: number, right: chosen === lesson.right });
      }}
    >
      {chosen !== undefined && checked !== lesson.right ? (
        <Measured event="lesson.practice" lesson={number} />
      ) : null}
      <h2>{own.test}</h2>
      <fieldset>
        <legend>{lesson.question}</legend>
        {lesson.answers.map((answer, index) => (
          <label key={answer}>
            <input
              type="radio"
              name="answer"
              value={index}
              checked={chosen === index}
              onChange={() => {
                setChosen(index);
                setChecked(undefined);
              }}
            />
            {answer}
          </label>
        ))}
      </fieldset>
      <button type="submit" disabled={!hydrated}>
        {own.check}
      </button>
      <p aria-live="polite" data-right={checked === lesson.right}>
        {announcement}
      </p>
    </form>
  );
}
