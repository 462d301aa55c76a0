/** Says that the page was loaded again because another person is signed in. Loaded late. */
import { useState } from 'react';
import { useWords } from '../provider/use-words.ts';
import buttonsCss from '../task/buttons.module.css';
import css from './another-person-notice.module.css';
import { anotherPersonWords } from './another-person-words.ts';

export function AnotherPersonNotice() {
  const words = useWords('anotherPerson', anotherPersonWords);
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <div className={css.notice}>
      <output>{words.changed}</output>
      <button type="button" className={buttonsCss.secondary} onClick={() => setClosed(true)}>
        {words.close}
      </button>
    </div>
  );
}
