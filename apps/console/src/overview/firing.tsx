/** The alerts that fire now, each with the way to what its rule measures. */
import { type AlertRule, vitals } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { useWords } from '../console-context.ts';
import { DateTime } from '../parts/date-time.tsx';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import css from './overview.module.css';
import { overviewWords } from './words.ts';

/** Leads to where what a rule measures is seen: an on-call operator looks there first. */
function Measured({ kind, target, product }: AlertRule) {
  const { places } = useWords(overviewWords);
  const name = places[kind];
  switch (kind) {
    case 'error-rate':
      return target === '*' ? (
        <Link to="/console/monitor/errors" search={{ product }}>
          {name}
        </Link>
      ) : (
        <Link to="/console/monitor/errors/$id" params={{ id: target }} search={{ product }}>
          {name}
        </Link>
      );
    case 'failed-share':
      return (
        <Link to="/console/monitor" search={{ product, sort: 'success' }}>
          {name}
        </Link>
      );
    case 'call-latency':
      return (
        <Link to="/console/monitor" search={{ product, show: 'latency', sort: 'p95' }}>
          {name}
        </Link>
      );
    case 'vital': {
      const metric = vitals.find(one => one === target);
      return (
        <Link to="/console/monitor/vitals" search={{ product, ...(metric ? { metric } : {}) }}>
          {name}
        </Link>
      );
    }
    case 'no-events':
      return (
        <Link to="/console/usage/live" search={{ product, ...(target === '*' ? {} : { find: target }) }}>
          {name}
        </Link>
      );
    case 'no-sign-ins':
      // A longer period would show those of before the alert alone.
      return (
        <Link to="/console/sign-in-clients" search={{ period: '24h' }}>
          {name}
        </Link>
      );
  }
}

export function Firing({ rules }: { rules: readonly AlertRule[] }) {
  const words = useWords(overviewWords);
  if (rules.length === 0) return null;
  return (
    <Section title={words.firing} action={<Link to="/console/monitor/alerts">{words.toAlerts}</Link>}>
      <ul className={css.lines}>
        {rules.map(rule => (
          <li key={rule.id}>
            <StatusBadge tone="bad">
              <Link to="/console/monitor/alerts" search={{ product: rule.product }}>
                {rule.name}
              </Link>
            </StatusBadge>
            <span>
              {rule.product} · {words.since} <DateTime at={rule.firing_since} />
            </span>
            <Measured {...rule} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
