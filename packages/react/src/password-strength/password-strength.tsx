/** The strength of a new password in one line: a bar, a word, and why it is weak, else what would help. */
import type { ReactNode } from 'react';
import { useWords } from '../provider/use-words.ts';
import type { Judgement } from './judge.ts';
import css from './password-strength.module.css';
import { usePasswordStrength } from './use-password-strength.ts';
import { strengthWords } from './words.ts';

/**
 * Draws how strong a password is and what would make it stronger. The properties are those of `usePasswordStrength`.
 * It is a hint: a weak password is not refused.
 *
 * @param props.rule what a password has to fit, shown until there is an estimate
 * @example <PasswordStrength password={password} about={['xiaoming']} />
 * @see `docs/react.md`
 */
export function PasswordStrength({
  password,
  about,
  rule,
}: {
  password: string;
  about?: readonly string[];
  rule?: ReactNode;
}) {
  const { judgement } = usePasswordStrength(password, about);
  const words = useWords('strength', strengthWords);
  // people follow one piece of advice and do not read a list
  const help = (judged: Judgement) =>
    judged.warning
      ? words.warning[judged.warning]
      : words.advice[judged.advice[judged.advice.length - 1] ?? 'anotherWord'];
  return (
    <>
      {judgement ? null : rule}
      <div
        className={`${css.strength} ${password && !rule && css.typed}`}
        aria-live="polite"
        data-strength={judgement?.level}
      >
        {judgement ? (
          <>
            <span className={`${css.bar} ${css[judgement.level]}`} />
            <span className={css[judgement.level]}>{words.level[judgement.level]}</span>
            {judgement.level === 'strong' ? null : <span className={css.help}>{help(judgement)}</span>}
          </>
        ) : null}
      </div>
    </>
  );
}
