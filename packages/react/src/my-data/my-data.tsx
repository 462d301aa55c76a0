/** The page with all that is kept of a person: put together when they ask, to read, to print and to save. */
import { TaskButton, useHydrated } from '@rollcall/ui';
import { useEffect, useRef } from 'react';
import { gapOf, localeOf } from '../phrases/locale.ts';
import { FormError } from '../problem/form-error.tsx';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import buttonsCss from '../task/buttons.module.css';
import { SlowNotice } from '../task/slow-notice.tsx';
import { MyDataDocument } from './document.tsx';
import css from './my-data.module.css';
import { type MyDataFlow, useMyData } from './use-my-data.ts';
import { myDataWords } from './words.ts';

export interface AccountDataProps {
  /**
   * Called when the person has to say their age or waits for a guardian: lead to a page with `AgeQuestions`. Without it the
   * component shows what the server refuses.
   */
  readonly onRequired?: (() => void) | undefined;
}

/**
 * Draws all that is kept of the person, to read, to print and to save. Put it on a page of its own, inside a
 * `RollcallProvider`: the provider asks the person to prove who they are. What is printed of the page is the document.
 *
 * @example <AccountData onRequired={() => location.assign('/age')} />
 * @see `docs/data.md`
 */
export function AccountData({ onRequired }: AccountDataProps) {
  const words = useWords('myData', myDataWords);
  const flow = useMyData(onRequired);
  const hydrated = useHydrated();
  const { data, task } = flow;
  return (
    <div className={css.data}>
      <h1>{words.title}</h1>
      {data ? (
        <Ready key={data.account.at} flow={flow} data={data} />
      ) : (
        <>
          <p className={css.lead}>{words.lead}</p>
          <FormError problem={task.problem} retry={task.retry} />
          <TaskButton
            className={buttonsCss.primary}
            phase={task.phase}
            label={words.begin}
            busy={words.beginning}
            disabled={!hydrated}
            onClick={flow.putTogether}
          />
          <SlowNotice phase={task.phase} />
        </>
      )}
    </div>
  );
}

/** Latin letters within Chinese have room before them. */
const spaced = (name: string): string => name.replace(/^(?=[A-Z])/, ' ');

/** The name of the browser's time zone. */
const zoneName = (locale: string, at: number): string => {
  const partsOf = (timeZoneName: 'long' | 'longGeneric') =>
    new Intl.DateTimeFormat(locale, { timeZoneName }).formatToParts(at);
  const parts = () => {
    try {
      // without the season: what is kept of the other half of the year is in the same zone
      return partsOf('longGeneric');
    } catch {
      // browsers before 2022
      return partsOf('long');
    }
  };
  return parts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
};

function Ready({ flow, data }: { flow: MyDataFlow; data: NonNullable<MyDataFlow['data']> }) {
  const words = useWords('myData', myDataWords);
  const { phrases } = useRollcall();
  const { saving, save } = flow;
  const time = new Intl.DateTimeFormat(localeOf(phrases), { dateStyle: 'long', timeStyle: 'short' });
  const zone = zoneName(localeOf(phrases), data.account.at);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // the button that had the focus is gone
    status.current?.focus();
  }, []);
  return (
    <>
      <p ref={status} tabIndex={-1} className={css.lead}>
        {words.ready(time.format(data.account.at))}
        {gapOf(phrases)}
        {words.zone(phrases.language === 'en' ? zone : spaced(zone))}
      </p>
      <div className={css.ways}>
        <p>{words.care}</p>
        <FormError problem={saving.problem} retry={saving.retry} />
        <TaskButton
          className={buttonsCss.primary}
          phase={saving.phase}
          label={words.save}
          busy={words.saving}
          onClick={save}
        />
        <button type="button" className={buttonsCss.secondary} onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
      <MyDataDocument data={data} recorded={data} />
    </>
  );
}
