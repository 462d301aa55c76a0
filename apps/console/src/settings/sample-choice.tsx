/** Whether the first run fills the console with sample data. */
import { pageSettings } from '@rollcall/app-shell/settings';
import { useWords } from '../console-context.ts';
import choicesCss from '../parts/choices.module.css';
import fieldCss from '../parts/field.module.css';
import { SAMPLE_FIELD } from './school.ts';
import { schoolWords } from './school-words.ts';

/** @param props.offered whether this server makes any */
export default function SampleChoice({ offered }: { offered: boolean }) {
  const words = useWords(schoolWords);
  if (!offered) return <p className={fieldCss.rule}>{words.noSample}</p>;
  return (
    <div>
      <label className={choicesCss.tick} htmlFor={SAMPLE_FIELD}>
        <input
          id={SAMPLE_FIELD}
          name={SAMPLE_FIELD}
          type="checkbox"
          value="yes"
          aria-describedby={`${SAMPLE_FIELD}-rule`}
        />
        {words.sample}
      </label>
      <p id={`${SAMPLE_FIELD}-rule`} className={fieldCss.rule}>
        {words.sampleRule(pageSettings().sample?.remove)}
      </p>
    </div>
  );
}
