/** The page of `/console/monitor/vitals`, loaded when it is opened. */
import {
  vitalDevices,
  vitalNetworks,
  vitals as vitalNames,
  vitalThresholds,
} from '@rollcall/contract/console';
import filterBarCss from '../parts/filter-bar.module.css';
import { EmptyState } from '../parts/empty-state.tsx';
import { labelled, SelectField } from '../parts/select-field.tsx';
import { PageHeader, Section } from '../parts/page.tsx';
import { useCommonWords, useWords } from '../console-context.ts';
import { useLateCall } from '../use-late-call.ts';
import { Filters, useFormats } from './filters.tsx';
import { MAX_ROWS, ProductChart } from './product-chart.tsx';
import { Shares } from './shares.tsx';
import { judgedRows, tableOfVitals, writeVital } from './tables.ts';
import { placeOf, VitalTrend } from './vital-trend.tsx';
import { monitorWords } from './words.ts';
import { createLazyRoute } from '@tanstack/react-router';

export const route = createLazyRoute('/shell/monitor/console/monitor/vitals')({ component: Vitals });

function Vitals() {
  const state = route.useSearch();
  const { product, known, sampled, vitals, visits, now } = route.useLoaderData();
  const navigate = route.useNavigate();
  const words = useWords(monitorWords);
  const common = useCommonWords();
  const formats = useFormats();
  const update = (change: Partial<typeof state>) => void navigate({ search: now => ({ ...now, ...change }) });
  const rows = judgedRows(vitals, state);
  const table = tableOfVitals(rows, words, formats);
  const { metric, page, release } = state;
  const { answer: trend, failed, last } = useLateCall('getVitalTrend', { ...visits, metric, page, release });
  // a server of the release before, which does not know the trend, ignores what narrows the visits
  const unknown = failed === 'NotFound';
  const told = !unknown || (state.device === '' && state.network === '');
  /** What is seen in the period, and what is chosen. */
  const choices = (of: 'page' | 'release') => [
    ...new Set([...(state[of] === '' ? [] : [state[of]]), ...vitals.map(row => row[of])]),
  ];
  const [good, poor] = vitalThresholds[state.metric];
  const write = (value: number) => writeVital(state.metric, value, formats.ms);
  return (
    <>
      <PageHeader title={words.vitals} lead={words.vitalsLead} />
      <Filters state={state} onChange={update}>
        <div className={filterBarCss.wide}>
          <SelectField
            label={words.metric}
            value={state.metric}
            options={labelled(vitalNames, words.metrics)}
            onSelect={metric => update({ metric })}
          />
        </div>
        <div className={filterBarCss.wide}>
          <SelectField
            label={words.page}
            value={state.page}
            options={[['', words.allPages], ...choices('page').map(name => [name, name] as const)]}
            onSelect={page => update({ page })}
          />
        </div>
        <SelectField
          label={words.release}
          value={state.release}
          options={[['', words.allReleases], ...choices('release').map(name => [name, name] as const)]}
          onSelect={release => update({ release })}
        />
        <SelectField
          label={words.device}
          value={state.device}
          options={[['', words.allDevices], ...labelled(vitalDevices, words.devices)]}
          onSelect={device => update({ device })}
        />
        <SelectField
          label={words.network}
          value={state.network}
          options={[['', words.allNetworks], ...labelled(vitalNetworks, words.networks)]}
          onSelect={network => update({ network })}
        />
      </Filters>
      {rows.length > 0 || trend || unknown ? (
        <VitalTrend metric={metric} trend={trend} place={last ?? placeOf(visits, now)} now={now} />
      ) : null}
      {told ? (
        <Section title={words.vitalsByPage}>
          <ProductChart
            name={`vitals-${state.metric}`}
            title={words.vitals}
            table={table}
            scope={{ product, known, sampled }}
            legend={words.thresholds(write(good), write(poor))}
            render={() => (
              <Shares
                label={common.titled(words.vitals, words.metrics[state.metric])}
                names={words.ratings}
                percent={formats.percent}
                onPick={state.page === '' ? page => update({ page }) : undefined}
                rows={rows.slice(0, MAX_ROWS).map(row => ({
                  name: row.page,
                  note: `${row.release} · ${words.samples} ${formats.whole(row.samples)}`,
                  value: `p75 ${write(row.p75)}`,
                  rating: row.rating,
                  parts: {
                    good: row.good / row.samples,
                    'needs-improvement': row.needs_improvement / row.samples,
                    poor: row.poor / row.samples,
                  },
                }))}
              />
            )}
          />
        </Section>
      ) : (
        <EmptyState what={words.notNarrowed} how={words.notNarrowedHow} />
      )}
    </>
  );
}
