/** `/contests`: a school's list of coding contests, on a host site that uses Rollcall. */
import { InfiniteScroll, LazyImage, useHydrated } from '@rollcall/react';
import { memo } from 'react';
import type { Contest } from '../../examples/contest.ts';
import { HEIGHT, WIDTH } from '../../examples/size.ts';
import { SchoolFrame } from '../../examples/school-frame.tsx';
import type { PageData } from '../../frame/page-data.ts';
import type { Words } from '../../words/words.ts';
import css from './contests.module.css';
import { loadPart } from './load-part.ts';
import { useMarked } from './use-marked.ts';
import { type ContestWords, contestWords } from './words.ts';

const Row = memo(function Row(props: {
  contest: Contest;
  titleId: string;
  eager: boolean;
  own: ContestWords;
  marked: boolean;
  toggle: (id: number) => void;
}) {
  const { contest, titleId, eager, own, marked, toggle } = props;
  const hydrated = useHydrated();
  const markId = `${titleId}-mark`;
  return (
    <>
      <LazyImage src={contest.picture} alt={contest.alt} width={WIDTH} height={HEIGHT} eager={eager} />
      <div className={css.about}>
        <h2 id={titleId}>
          <small>
            {own.date(contest.month, contest.day)} · {contest.cup}
          </small>{' '}
          {contest.title}
        </h2>
        <p className={css.facts}>
          <span>{own.levels[contest.level]}</span>
          <span>{own.minutes(contest.minutes)}</span>
          <span>{own.entrants(contest.entrants)}</span>
        </p>
        <button
          type="button"
          className={css.mark}
          disabled={!hydrated}
          id={markId}
          data-marked={marked}
          // the accessible name begins with the visible text and includes the contest
          aria-labelledby={`${markId} ${titleId}`}
          onClick={() => toggle(contest.id)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m5 13 4 5q3-9 10-12" pathLength={1} />
          </svg>
          {marked ? own.marked : own.mark}
        </button>
      </div>
    </>
  );
});

export function ContestsPage({ words, data }: { words: Words; data: PageData | undefined }) {
  const own = contestWords[words.phrases.language];
  const { marked, unkept, toggle } = useMarked();
  const first = data?.contests;
  return (
    <SchoolFrame words={words} here="/contests">
      <div className={css.title}>
        <div>
          <h1>{own.title}</h1>
          <p className={css.lead}>{own.lead}</p>
        </div>
        <p aria-live="polite" className={css.count}>
          {marked.size > 0 ? own.count(marked.size) : null}
          {unkept ? ` ${own.unkept}` : null}
        </p>
      </div>
      {first ? (
        <InfiniteScroll
          first={{ items: first.contests, next: first.next ?? undefined }}
          load={loadPart}
          place="contests"
          label={own.list}
          count={first.count}
          keyOf={contest => contest.id}
          className={css.list}
        >
          {(contest, titleId, index) => (
            <Row
              contest={contest}
              titleId={titleId}
              // the first row of a wide screen loads immediately
              eager={index < 3}
              own={own}
              marked={marked.has(contest.id)}
              toggle={toggle}
            />
          )}
        </InfiniteScroll>
      ) : null}
    </SchoolFrame>
  );
}
