/** What questions have besides series and period: breakdowns, a formula, and which rows are counted. */
import { type Property, type Question, readFormula } from '@rollcall/contract/console';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { TextField } from '../parts/text-field.tsx';
import fieldCss from '../parts/field.module.css';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { inclusions } from '../usage/period.ts';
import { ZONE } from '../zone.ts';
import css from './ask.module.css';
import { mayDivide } from './edits.ts';
import { propertyName } from './names.ts';
import type { Options } from './options.ts';
import { SubjectPicker } from './pickers.tsx';
import { askWords } from './words.ts';

const notDay = (property: Property): boolean => property !== 'person.signed_up';

export function Breakdowns({ question, onChange }: Options) {
  const words = useWords(askWords);
  if (!mayDivide(question.kind)) return null;
  const { breakdowns } = question;
  const put = (at: number, property: Property | undefined) => {
    const next = [...breakdowns];
    if (property) next[at] = property;
    else next.splice(at, 1);
    onChange({ ...question, breakdowns: next });
  };
  return (
    <>
      {[0, 1].slice(0, breakdowns.length + 1).map(at => (
        <SubjectPicker
          key={at}
          label={at === 0 ? words.breakdowns : words.secondBreakdown}
          value={breakdowns[at] ? propertyName(breakdowns[at], words) : ''}
          placeholder={words.nothing}
          event={question.series[0]?.event}
          accepts={notDay}
          onSelect={subject => {
            if (subject.what === 'property') put(at, subject.property);
          }}
          onClear={() => put(at, undefined)}
        />
      ))}
    </>
  );
}

/** Taken when it is left or at Enter, so that no half of a formula is asked. */
export function FormulaField({ question, onChange }: Options) {
  const words = useWords(askWords);
  const [typed, setTyped] = useState(question.formula ?? '');
  const [given, setGiven] = useState(question.formula);
  if (given !== question.formula) {
    setGiven(question.formula);
    setTyped(question.formula ?? '');
  }
  if (question.kind !== 'trend') return null;
  const fits = typed.trim() === '' || readFormula(typed, question.series.length) !== undefined;
  const take = () => {
    const formula = typed.trim();
    if (!fits || formula === (question.formula ?? '')) return;
    const { formula: _, ...rest } = question;
    onChange(formula === '' ? rest : { ...rest, formula });
  };
  return (
    <TextField
      label={words.formula}
      rule={words.formulaRule}
      error={fits ? undefined : words.formulaWrong}
      value={typed}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onChange={event => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={event => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

/** Which rows are counted, and how many groups are listed. */
export function MoreFields({ question, onChange, platforms }: Options & { platforms: readonly string[] }) {
  const words = useWords(askWords);
  const { population } = question;
  const put = (more: Partial<Question['population']>) => {
    const next = { ...population, ...more };
    onChange({ ...question, population: next });
  };
  const { platform: _platform, ...anyPlatform } = population;
  return (
    <details className={css.more}>
      <summary>{words.more}</summary>
      <div className={css.fields}>
        {(['sample', 'bots', 'dev', 'trusted'] as const).map(which => (
          <SelectField
            key={which}
            label={words[which]}
            value={population[which]}
            options={labelled(inclusions, words.inclusions)}
            onSelect={each => put({ [which]: each })}
          />
        ))}
        <SelectField
          label={words.platform}
          value={population.platform ?? ''}
          options={[
            ['', words.everybody] as const,
            ...[...new Set([...platforms, ...(population.platform ? [population.platform] : [])])].map(
              name => [name, name] as const,
            ),
          ]}
          onSelect={platform =>
            onChange({
              ...question,
              population: { ...anyPlatform, ...(platform === '' ? {} : { platform }) },
            })
          }
        />
        <SelectField
          label={words.top}
          value={String(question.top)}
          options={[...new Set([5, 10, 20, 50, 100, question.top])]
            .sort((a, b) => a - b)
            .map(each => [String(each), String(each)] as const)}
          onSelect={top => onChange({ ...question, top: Number(top) })}
        />
      </div>
      <p className={fieldCss.rule}>{question.zone === ZONE ? words.zone : question.zone}</p>
    </details>
  );
}
