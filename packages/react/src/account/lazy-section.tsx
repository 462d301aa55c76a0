/** A section that is loaded from a file of its own, with what is shown while it loads and when that fails. */
import { type ComponentType, lazy, Suspense, useState } from 'react';
import errorCss from '../problem/form-error.module.css';
import buttonsCss from '../task/buttons.module.css';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import { ReportingBoundary } from '../problem/reporting-boundary.tsx';
import { LoadingPlaceholder } from './loaded.tsx';
import { accountWords } from './words.ts';

/** Imports the file and gives its component. */
export type LoadSection<Props> = () => Promise<ComponentType<Props>>;

const lazily = <Props extends object>(load: LoadSection<Props>) =>
  lazy(() => load().then(part => ({ default: part })));

/** Loads the section once. Give it a `key` where another section may take its place. */
export function LazySection<Props extends object>({
  load,
  with: given,
}: {
  load: LoadSection<Props>;
  with: Props;
}) {
  const { phrases } = useRollcall();
  const words = useWords('account', accountWords);
  // a lazy component keeps its failure: a retry needs a new one
  const [{ attempt, Loading }, setPart] = useState(() => ({ attempt: 0, Loading: lazily(load) }));
  const again = () => setPart({ attempt: attempt + 1, Loading: lazily(load) });
  const failed = (
    <div className={errorCss.formProblem} role="alert">
      <p>
        {words.partFailed}{' '}
        <button type="button" className={buttonsCss.link} onClick={again}>
          {phrases.work.retry}
        </button>
      </p>
    </div>
  );
  return (
    <ReportingBoundary key={attempt} failed={failed}>
      <Suspense fallback={<LoadingPlaceholder />}>
        <Loading {...given} />
      </Suspense>
    </ReportingBoundary>
  );
}
