/**
 * `/lesson/:number`: a lesson of a host site that uses Rollcall. With consent, its reading time is reported.
 */
import { UsageProvider } from '@rollcall/react/usage';
import { Late } from '../../delivery/late.tsx';
import { HEIGHT, WIDTH } from '../../examples/size.ts';
import { SchoolFrame } from '../../examples/school-frame.tsx';
import type { PageData } from '../../frame/page-data.ts';
import { useReporting } from '../../reporting/current.ts';
import type { Words } from '../../words/words.ts';
import css from './lesson.module.css';
import { lessonNumbers } from './lessons.ts';
import { Measured } from './measured.tsx';
import { SelfTest } from './self-test.tsx';
import { lessonWords } from './words.ts';

const loadFigure = () => import('./figure.tsx').then(({ Figure }) => Figure);

export function LessonPage({ words, data }: { words: Words; data: PageData | undefined }) {
  const own = lessonWords[words.phrases.language];
  const number = data?.lesson ?? 1;
  const lesson = own.lessons[number];
  return (
    <SchoolFrame words={words} here={`/lesson/${number}`}>
      <div className={css.lesson}>
        <header>
          <p className={css.number}>{own.number(number)}</p>
          <h1>{lesson.title}</h1>
          <p className={css.lead}>{lesson.lead}</p>
        </header>
        <div className={css.figure}>
          <Late
            load={loadFigure}
            with={{ subject: lesson.figure, alt: lesson.alt, redraw: own.redraw }}
            words={words}
            waiting={
              <>
                <svg className={css.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" />
                <button type="button" disabled>
                  {own.drawing}
                </button>
              </>
            }
          />
        </div>
        <div className={css.text}>
          {lesson.paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <pre>
            <code>{lesson.code}</code>
          </pre>
        </div>
        <UsageProvider {...useReporting()}>
          <Measured event="lesson.read" lesson={number} />
          <SelfTest own={own} lesson={lesson} number={number} />
        </UsageProvider>
        <nav aria-label={own.others} className={css.others}>
          <ol>
            {lessonNumbers.map(other => (
              <li key={other}>
                <a href={`/lesson/${other}`} aria-current={other === number ? 'page' : undefined}>
                  <small>{own.number(other)}</small> {own.lessons[other].title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </SchoolFrame>
  );
}
