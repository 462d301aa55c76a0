/** What went wrong, in words, where it went wrong; with a way to try again where that may help. */
import { type Refused, worthRetrying } from '../client/refused.ts';
import { problems } from '../problems.ts';
import { useCommon, useWords } from '../surroundings.ts';
import css from './console-parts.module.css';

export function useTold(): (refused: Refused) => { what: string; next: string } {
  const words = useWords(problems);
  return refused => {
    const row = words[refused.name];
    return row ?? { what: words.Unknown.what, next: refused.message };
  };
}

export function Told({ refused, retry }: { refused: Refused | undefined; retry?: () => void }) {
  const words = useCommon();
  const told = useTold();
  if (!refused) return <div role="alert" />;
  const { what, next } = told(refused);
  return (
    <div role="alert" className={css.told}>
      <p>
        <strong>{what}</strong> {refused.seconds === undefined ? next : words.wait(refused.seconds)}
        {refused.requestId && refused.name === 'Fault' ? (
          <small> {words.reference(refused.requestId)}</small>
        ) : null}
      </p>
      {retry && worthRetrying(refused) ? (
        <button type="button" className={css.quiet} onClick={retry}>
          {words.retry}
        </button>
      ) : null}
    </div>
  );
}
