/** What a question has besides its series: breakdowns, period, and the settings of its kind. */
import { type Property, type Question, readFormula, type QuestionType } from '@rollcall/contract/console';
import { useCallback, useState } from 'react';
import { useWords } from '../console-context.ts';
import { Combobox } from '../parts/combobox.tsx';
import { Field } from '../parts/field.tsx';
import fieldCss from '../parts/field.module.css';
import { SelectField } from '../parts/select-field.tsx';
import { inclusions } from '../usage/period.ts';
import { dayOf, ZONE } from '../zone.ts';
import css from './ask.module.css';
import { mayDivide } from './edits.ts';
import { eventName, propertyName } from './names.ts';
import { offered, periodText, typedPeriod } from './period.ts';
import { EventPicker, stay, SubjectPicker } from './pickers.tsx';
import { askWords } from './words.ts';

interface Options {
  readonly question: Question;
  readonly onChange: (question: Question) => void;
}

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

/** What the field of the period offers: a period, or two days that are filled in. */
type Offer = Question['period'] | 'own';

export function PeriodFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  const { period } = question;
  const own = 'from' in period;
  const textOf = (offer: Offer): string =>
    offer === 'own'
      ? words.own
      : 'from' in offer
        ? `${offer.from} – ${offer.to}`
        : words.lastOf(offer.last, offer.unit);
  const load = useCallback(
    async (search: string): Promise<readonly Offer[]> => {
      const typed = typedPeriod(search);
      if (typed) return [typed];
      return [...offered, 'own' as const].filter(offer =>
        (offer === 'own' ? words.own : words.lastOf(offer.last, offer.unit))
          .toLowerCase()
          .includes(search.toLowerCase()),
      );
    },
    [words],
  );
  return (
    <>
      <Combobox<Offer>
        label={words.period}
        value={textOf(period)}
        load={load}
        idOf={offer => (offer === 'own' ? offer : periodText(offer))}
        textOf={textOf}
        note={offer => (offer === 'own' ? words.typedPeriod : null)}
        onSelect={offer => {
          const now = Date.now();
          onChange({
            ...question,
            period: offer === 'own' ? { from: dayOf(now, 27), to: dayOf(now) } : offer,
          });
        }}
        onClear={stay}
      />
      {own ? (
        <>
          {(['from', 'to'] as const).map(end => (
            <Field key={end} label={words[end]}>
              {control => (
                <input
                  {...control}
                  type="date"
                  value={period[end]}
                  max={end === 'from' ? period.to : undefined}
                  min={end === 'to' ? period.from : undefined}
                  onChange={event => {
                    if (event.target.value !== '')
                      onChange({ ...question, period: { ...period, [end]: event.target.value } });
                  }}
                />
              )}
            </Field>
          ))}
        </>
      ) : null}
    </>
  );
}

/** Kinds with a time axis. */
const timed: readonly QuestionType[] = ['trend', 'funnel', 'retention', 'stickiness'];

export function TimeFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  const { kind } = question;
  const grains = (['hour', 'day', 'week', 'month'] as const).filter(
    grain => grain !== 'hour' || (kind !== 'retention' && kind !== 'stickiness'),
  );
  return (
    <>
      {timed.includes(kind) ? (
        <SelectField
          label={words.grain}
          value={question.grain}
          options={grains.map(grain => [grain, words.grains[grain]] as const)}
          onSelect={grain =>
            onChange({
              ...question,
              grain,
              // hourly figures cover a month at most
              ...(grain === 'hour' ? { period: { last: 7, unit: 'day' } } : {}),
            })
          }
        />
      ) : null}
      {kind === 'trend' ? (
        <SelectField
          label={words.compare}
          value={question.compare ?? 'none'}
          options={[
            ['none', words.compareNone],
            ['previous', words.comparePrevious],
          ]}
          onSelect={chosen => {
            const { compare: _, ...rest } = question;
            onChange(chosen === 'previous' ? { ...rest, compare: 'previous' } : rest);
          }}
        />
      ) : null}
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
    <Field label={words.formula} rule={words.formulaRule} error={fits ? undefined : words.formulaWrong}>
      {control => (
        <input
          {...control}
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
      )}
    </Field>
  );
}

function FunnelFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  const window = String(question.window);
  const offeredWindows = Object.entries(words.windows);
  const known = offeredWindows.some(([ms]) => ms === window);
  return (
    <>
      <SelectField
        label={words.window}
        value={window}
        options={
          known ? offeredWindows : [...offeredWindows, [window, `${question.window / 1000} s`] as const]
        }
        onSelect={ms => onChange({ ...question, window: Number(ms) })}
      />
      <SelectField
        label={words.order}
        value={question.order}
        options={(['in_order', 'strict', 'any'] as const).map(each => [each, words.orders[each]] as const)}
        onSelect={order => onChange({ ...question, order })}
      />
      {question.exclude.map((each, at) => (
        <EventPicker
          key={`${at} ${eventName(each.event, words)}`}
          label={words.exclude}
          event={each.event}
          onSelect={event =>
            onChange({
              ...question,
              exclude: event
                ? question.exclude.map((one, index) => (index === at ? { ...one, event } : one))
                : question.exclude.filter((_, index) => index !== at),
            })
          }
        />
      ))}
      {question.exclude.length < 5 ? (
        <EventPicker
          key={`new ${question.exclude.length}`}
          label={words.addExclude}
          event={null}
          onSelect={event => {
            if (event) onChange({ ...question, exclude: [...question.exclude, { event }] });
          }}
        />
      ) : null}
    </>
  );
}

const lengths = [6, 8, 12, 20, 30];

function RetentionFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  return (
    <>
      <SelectField
        label={words.start}
        value={question.start}
        options={(['first', 'each'] as const).map(each => [each, words.startsBy[each]] as const)}
        onSelect={start => onChange({ ...question, start })}
      />
      <SelectField
        label={words.length}
        value={String(question.length)}
        options={[...new Set([...lengths, question.length])]
          .sort((a, b) => a - b)
          .map(each => [String(each), words.span(each)] as const)}
        onSelect={length => onChange({ ...question, length: Number(length) })}
      />
    </>
  );
}

type Way = 'all' | 'from' | 'to' | 'through';

function PathFields({ question, onChange }: Options) {
  const words = useWords(askWords);
  const { page, ...rest } = question;
  const [chosen, setChosen] = useState<Way>('all');
  const way: Way = page ? ('from' in page ? 'from' : 'to' in page ? 'to' : 'through') : chosen;
  const path = page ? Object.values(page)[0] : undefined;
  const pageOf = (how: Way, key: string): NonNullable<Question['page']> =>
    how === 'to' ? { to: key } : how === 'through' ? { through: key } : { from: key };
  return (
    <>
      <SelectField
        label={words.pathOf}
        value={way}
        options={(['all', 'from', 'to', 'through'] as const).map(
          each => [each, words.pathsOf[each]] as const,
        )}
        onSelect={how => {
          setChosen(how);
          if (how === 'all') onChange(rest);
          else if (path !== undefined) onChange({ ...rest, page: pageOf(how, path) });
        }}
      />
      {way === 'all' ? null : (
        <EventPicker
          label={words.page}
          only={['view']}
          event={path === undefined ? null : { kind: 'view', key: path }}
          onSelect={event => {
            if (event?.key !== undefined) onChange({ ...rest, page: pageOf(way, event.key) });
            else onChange(rest);
          }}
        />
      )}
    </>
  );
}

export function KindFields(props: Options) {
  const { kind } = props.question;
  if (kind === 'funnel') return <FunnelFields {...props} />;
  if (kind === 'retention') return <RetentionFields {...props} />;
  return kind === 'paths' ? <PathFields {...props} /> : null;
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
            options={inclusions.map(each => [each, words.inclusions[each]] as const)}
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
