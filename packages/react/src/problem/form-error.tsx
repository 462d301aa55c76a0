/** The problem of a whole form or page. */
import errorCss from './form-error.module.css';
import buttonsCss from '../task/buttons.module.css';
import { useRollcall } from '../provider/provider.tsx';
import { ErrorMessage } from './error-message.tsx';
import { type Problem, worthRetrying } from './problem.ts';

/**
 * Draws the problem of a whole form. Always in the document, so that screen readers announce a problem when it
 * appears.
 *
 * @param props.retry offered where the problem is one of the network or the server; without it no button is drawn
 * @example <FormError problem={form.task.problem} />
 * @see `docs/react.md`
 */
export function FormError({ problem, retry }: { problem: Problem | undefined; retry?: () => void }) {
  const { phrases } = useRollcall();
  return (
    <div role="alert" className={errorCss.formProblem}>
      {problem ? (
        <p>
          <ErrorMessage problem={problem} />{' '}
          {retry && worthRetrying(problem) ? (
            <button type="button" className={buttonsCss.link} onClick={retry}>
              {phrases.work.retry}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
