/** The pickers that every monitoring view has, and the sample data's mark. */
import { MONITOR_DAYS } from '@rollcall/contract/console';
import type { ReactNode } from 'react';
import { useId } from 'react';
import css from '../parts/console-parts.module.css';
import { Choice, Field } from '../parts/field.tsx';
import { Empty, useNumbers } from '../parts/page.tsx';
import { useCommon, useSurroundings, useWords } from '../surroundings.ts';
import { isProduct, monitorPeriods, type MonitorState, OWN_PRODUCT } from './period.ts';
import { monitorRoute } from './route.ts';
import { monitorWords } from './words.ts';

/** Which product; any code can be typed, those that are known are offered. */
export function ProductField(props: { product: string; onChoose: (product: string) => void }) {
  const { product, onChoose } = props;
  const { products } = monitorRoute.useLoaderData();
  const words = useWords(monitorWords);
  const list = useId();
  const take = (typed: string) => {
    const code = typed.trim();
    if (code !== product && isProduct(code)) onChoose(code);
  };
  return (
    <Field label={words.product}>
      {control => (
        <>
          <input
            {...control}
            // what another link put into the address stands here too
            key={product}
            list={list}
            defaultValue={product}
            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
            onBlur={event => take(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter') take(event.currentTarget.value);
            }}
          />
          <datalist id={list}>
            {[...new Set([OWN_PRODUCT, ...products])].map(code => (
              <option key={code}>{code}</option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** The period alone. */
export function PeriodFields(props: {
  state: Omit<MonitorState, 'product'>;
  onAsk: (change: Partial<Omit<MonitorState, 'product'>>) => void;
}) {
  const { state, onAsk } = props;
  const words = useWords(monitorWords);
  return (
    <>
      <Choice
        label={words.period}
        value={state.period}
        options={monitorPeriods.map(name => [name, words.periods[name]] as const)}
        onChoose={period => onAsk({ period })}
      />
      {state.period === 'own'
        ? (['from', 'to'] as const).map(end => (
            <Field
              key={end}
              label={words[end]}
              rule={end === 'from' ? words.longest(MONITOR_DAYS) : undefined}
            >
              {control => (
                <input
                  {...control}
                  type="date"
                  value={state[end]}
                  onChange={event => onAsk({ [end]: event.target.value })}
                />
              )}
            </Field>
          ))
        : null}
    </>
  );
}

export function Filters(props: {
  state: MonitorState;
  /** The product that was asked about, be it chosen or not. */
  product: string;
  onAsk: (change: Partial<MonitorState>) => void;
  children?: ReactNode;
}) {
  const { state, product, onAsk, children } = props;
  return (
    <div className={css.bar}>
      {children}
      <PeriodFields state={state} onAsk={onAsk} />
      <ProductField product={product} onChoose={code => onAsk({ product: code })} />
    </div>
  );
}

/** Says that nothing is known of a product, and what may be the cause; `otherwise` where something is. */
export function UnknownProduct({ product, otherwise }: { product: string; otherwise: ReactNode }) {
  const { products } = monitorRoute.useLoaderData();
  const words = useWords(monitorWords);
  if (products.includes(product)) return <>{otherwise}</>;
  return (
    <Empty
      what={words.unknownProduct(product)}
      how={
        <>
          {words.unknownProductHow(OWN_PRODUCT)} {words.trySample}
        </>
      }
      command="npm run sample"
    />
  );
}

export function SampleMark({ sampled }: { sampled: boolean }) {
  const common = useCommon();
  return sampled ? (
    <p className={css.sampled} title={common.sampleWhat}>
      <span aria-hidden="true">◇</span> {common.sample}
    </p>
  ) : null;
}

/** Figures as these views write them. */
export function useFigures() {
  const { language } = useSurroundings();
  const words = useWords(monitorWords);
  const { whole, percent, short: brief } = useNumbers();
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const fraction = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric' });
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return {
    whole,
    brief,
    percent,
    share: (value: number) => share.format(value),
    fraction: (value: number) => fraction.format(value),
    ms: (value: number) => words.ms(whole(value)),
    when: (at: number) => moment.format(at),
    /** In few characters, for an axis whose moments are `step` ms apart. */
    short: (at: number, step: number) => (step > QUARTER ? date : time).format(at),
  };
}

const QUARTER = 900_000;
const HOUR = 4 * QUARTER;
/** After how many moments, `step` ms apart, a chart says which: by the clock where `short` does, else by days. */
export const beatOf = (step: number): readonly number[] =>
  (step > QUARTER ? [24, 48, 72, 168, 336] : [0.25, 1, 3, 6, 12])
    .map(hours => (hours * HOUR) / step)
    .filter(moments => moments >= 1);

/** How many rows of a table are drawn at most. */
export const DRAWN = 20;
