/** Somebody else saved the document meanwhile: who, when, and how their text differs. */
import { diffLines } from 'diff';
import { useWords } from '../console-context.ts';
import { SecondaryButton, TextButton } from '../parts/buttons.tsx';
import { DateTime } from '../parts/date-time.tsx';
import css from './draft-conflict.module.css';
import { type Draft, type DraftText, languages } from './draft.ts';
import { agreementsWords } from './words.ts';

/** The lines of one part, those that only one side has marked as such; nothing where both are equal. */
function Difference({ label, theirs, mine }: { label: string; theirs: string; mine: string }) {
  if (theirs === mine) return null;
  return (
    <section className={css.part}>
      <h2>{label}</h2>
      {diffLines(theirs, mine).map(({ value, added, removed }, at) => {
        const key = `${at} ${value}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </section>
  );
}

export function DraftConflict(props: {
  /** What the server has now. */
  latest: Draft;
  mine: DraftText;
  /** Goes on with the operator's text, over the latest draft. */
  onKeep: () => void;
  /** Goes on with the latest draft. */
  onTake: () => void;
}) {
  const { latest, mine, onKeep, onTake } = props;
  const words = useWords(agreementsWords);
  return (
    <section className={css.conflict} aria-label={words.conflict}>
      <p>
        {latest.savedBy === null || latest.savedAt === null ? (
          words.conflictGone
        ) : (
          <>
            {words.conflictBy(latest.savedBy)} <DateTime at={latest.savedAt} />
          </>
        )}
      </p>
      <p>{words.differenceLead}</p>
      {languages.map(one => (
        <div key={one}>
          <Difference label={words.titleIn[one]} theirs={latest.title[one]} mine={mine.title[one]} />
          <Difference label={words.bodyIn[one]} theirs={latest.body[one]} mine={mine.body[one]} />
        </div>
      ))}
      <p className={css.choices}>
        <SecondaryButton onClick={onKeep}>{words.keepMine}</SecondaryButton>
        <TextButton onClick={onTake}>{words.reload}</TextButton>
      </p>
    </section>
  );
}
