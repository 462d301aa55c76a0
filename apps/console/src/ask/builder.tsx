/** The builder of questions, one for all kinds. Each change gives another question, which the address holds. */
import { type Question, questionTypes } from '@rollcall/contract/console';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import fieldCss from '../parts/field.module.css';
import noticeCss from '../parts/notice.module.css';
import { labelled, SelectField } from '../parts/select-field.tsx';
import css from './ask.module.css';
import { isAskable, withFilter, withKind } from './edits.ts';
import { FilterChips } from './filter-chips.tsx';
import { behindText } from './names.ts';
import { Breakdowns, FormulaField, MoreFields } from './more-fields.tsx';
import { KindFields } from './kind-fields.tsx';
import { PeriodFields, TimeFields } from './period-fields.tsx';
import { SeriesEditor } from './series-editor.tsx';
import { askWords } from './words.ts';

export function Builder(props: {
  question: Question;
  /** Names of cohorts by their ids. */
  cohorts: ReadonlyMap<string, string>;
  platforms: readonly string[];
  onChange: (question: Question) => void;
}) {
  const { question, cohorts, platforms } = props;
  const words = useWords(askWords);
  /** The question that a change was not taken of. */
  const [kept, setKept] = useState<Question>();
  const onChange = (next: Question) => {
    const taken = isAskable(next);
    setKept(taken ? undefined : question);
    if (taken) props.onChange(next);
  };
  const options = { question, onChange };
  return (
    <div className={css.builder}>
      {kept === question ? (
        <div role="alert" className={noticeCss.error}>
          {words.tooLong}
        </div>
      ) : null}
      <div className={css.fields}>
        <SelectField
          label={words.kind}
          value={question.kind}
          options={labelled(questionTypes, words.kinds)}
          onSelect={kind => onChange(withKind(question, kind))}
        />
        <PeriodFields {...options} />
        <TimeFields {...options} />
      </div>
      {question.behind ? <p className={fieldCss.rule}>{behindText(question, words)}</p> : null}
      <SeriesEditor question={question} cohorts={cohorts} onChange={onChange} />
      <FilterChips
        label={words.filters}
        filter={question.filter}
        event={question.series[0]?.event}
        population={question.population}
        cohorts={cohorts}
        onChange={filter => onChange(withFilter(question, filter))}
      />
      <div className={css.fields}>
        <Breakdowns {...options} />
        <KindFields {...options} />
        <FormulaField {...options} />
      </div>
      <MoreFields {...options} platforms={platforms} />
    </div>
  );
}
