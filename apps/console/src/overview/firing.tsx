/** The alerts that fire now. */
import type { AlertRule } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { useWords } from '../console-context.ts';
import { DateTime } from '../parts/date-time.tsx';
import { Section } from '../parts/page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import css from './overview.module.css';
import { overviewWords } from './words.ts';

export function Firing({ rules }: { rules: readonly AlertRule[] }) {
  const words = useWords(overviewWords);
  if (rules.length === 0) return null;
  return (
    <Section title={words.firing} action={<Link to="/console/monitor/alerts">{words.toAlerts}</Link>}>
      <ul className={css.lines}>
        {rules.map(({ id, name, product, firing_since: since }) => (
          <li key={id}>
            <StatusBadge tone="bad">
              <Link to="/console/monitor/alerts" search={{ product }}>
                {name}
              </Link>
            </StatusBadge>
            <span>
              {product} · {words.since} <DateTime at={since} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
