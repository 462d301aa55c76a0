/** Why a call failed, in words, where it failed; with a retry button where another try may help. */
import { ErrorMessage as UiErrorMessage } from '@rollcall/ui';
import { type Refused, worthRetrying } from '../client/refused.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { errorTexts } from '../error-texts.ts';
import buttonsCss from './buttons.module.css';
import { formatDateTime } from './date-time.tsx';
import noticeCss from './notice.module.css';

/** Without a problem only the empty alert is rendered, so that screen readers announce a later one. */
export function ErrorMessage({ problem, onRetry }: { problem: Refused | undefined; onRetry?: () => void }) {
  const words = useCommonWords();
  const texts = useWords(errorTexts);
  const { language } = useConsoleContext();
  if (!problem) return <div role="alert" />;
  const { name, seconds, until, requestId } = problem;
  const wait =
    name === 'NewAdmin' && until !== undefined
      ? words.newUntil(formatDateTime(new Date(until), language, Date.now))
      : seconds && words.wait(seconds);
  const behind =
    name === 'TooBusy' && until !== undefined
      ? {
          what: words.dataUntil(formatDateTime(new Date(until), language, Date.now)),
          next: words.dataWaits,
        }
      : undefined;
  return (
    <div role="alert" className={noticeCss.error}>
      <p>
        <UiErrorMessage
          text={behind ?? texts[name] ?? { what: texts.Unknown.what, next: problem.message }}
          wait={wait || undefined}
          separator={words.gap}
          reference={requestId && name === 'Fault' ? words.reference(requestId) : undefined}
        />
      </p>
      {onRetry && worthRetrying(problem) ? (
        <button type="button" className={buttonsCss.secondary} onClick={onRetry}>
          {words.retry}
        </button>
      ) : null}
    </div>
  );
}
