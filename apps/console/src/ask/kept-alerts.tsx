/** The alerts on the saved question that is shown, with their states. */
import type { QuestionAlert } from '@rollcall/contract/console';
import { Link } from '@tanstack/react-router';
import { useCommonWords, useWords } from '../console-context.ts';
import { AlertState } from '../question-alerts/alert-state.tsx';
import { questionAlertWords } from '../question-alerts/words.ts';
import css from './ask.module.css';

export function KeptAlerts({ alerts }: { alerts: readonly QuestionAlert[] }) {
  const words = useWords(questionAlertWords);
  const common = useCommonWords();
  if (alerts.length === 0) return null;
  return (
    <ul className={css.alerts} aria-label={words.here}>
      {alerts.map(alert => (
        <li key={alert.id}>
          <Link to="/console/monitor/alerts" search={{}}>
            {common.titled(words.alertMe, alert.name)}
          </Link>{' '}
          <AlertState alert={alert} />
        </li>
      ))}
    </ul>
  );
}
