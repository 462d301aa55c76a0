/** The strength of a new password: a bar, a word, why it is weak and what would help. */
import { useRollcall } from '../provider/provider.tsx';
import { useWords } from '../provider/use-words.ts';
import css from './password-strength.module.css';
import { usePasswordStrength } from './use-password-strength.ts';
import { strengthWords } from './words.ts';

/**
 * Draws how strong a password is and what would make it stronger. The properties are those of `usePasswordStrength`.
 * It is a hint: a weak password is not refused.
 *
 * @example <PasswordStrength password={password} about={['xiaoming']} />
 * @see `docs/react.md`
 */
export function PasswordStrength({ password, about }: { password: string; about?: readonly string[] }) {
  const { judgement } = usePasswordStrength(password, about);
  const { language } = useRollcall().phrases;
  const words = useWords('strength', strengthWords);
  // people follow one piece of advice and do not read a list
  const help = judgement && [
    judgement.warning && words.warning[judgement.warning],
    words.advice[judgement.advice[judgement.advice.length - 1] ?? 'anotherWord'],
  ];
  return (
    <div
      className={`${css.strength} ${password && css.typed}`}
      aria-live="polite"
      data-strength={judgement?.level}
    >
      {judgement ? (
        <>
          <span className={`${css.bar} ${css[judgement.level]}`} />
          <span className={css[judgement.level]}>{words.level[judgement.level]}</span>
          {judgement.level === 'strong' ? null : (
            <span className={css.help}>{help?.filter(Boolean).join(language === 'en' ? ' ' : '')}</span>
          )}
        </>
      ) : null}
    </div>
  );
}
