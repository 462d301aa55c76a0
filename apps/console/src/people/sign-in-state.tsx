/** Whether a person can sign in now, in one sentence, with what to do about it beside it. */
import { Link } from '@tanstack/react-router';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { healthWords } from '../overview/health-words.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { type Diagnosis, passing } from './diagnosis-view.tsx';
import { diagnosisWords } from './diagnosis-words.ts';
import { helpOf, useHelpWords } from './helps.ts';
import css from './sign-in-state.module.css';

type Hindrance = Diagnosis['hindrances'][number];

/** What concerns everybody, and keeps this person out too, comes before what is theirs alone. */
const everybodys: readonly Hindrance['kind'][] = [
  'messages-failing',
  'message-budget',
  'third-party-failing',
];

/** The obstacle that the sentence tells of: the first that keeps the person out of a way in; undefined: none does. */
export const mainHindrance = ({ hindrances }: Pick<Diagnosis, 'hindrances'>): Hindrance | undefined => {
  const stopping = hindrances.filter(
    ({ kind }) => !passing.has(kind) && kind !== 'no-password' && kind !== 'no-phone',
  );
  const whole = stopping.find(({ kind }) => kind === 'blocked' || kind === 'deletion-overdue');
  return whole ?? stopping.find(({ kind }) => everybodys.includes(kind)) ?? stopping[0];
};

/** @param props.reachable whether the account has a number or an address, to which a link can be sent */
export function SignInState({ diagnosis, reachable }: { diagnosis: Diagnosis; reachable: boolean }) {
  const { language } = useConsoleContext();
  const words = useWords(diagnosisWords);
  const helpWords = useHelpWords();
  const health = useWords(healthWords);
  const common = useCommonWords();
  const main = mainHindrance(diagnosis);
  const ways = diagnosis.ways ?? [];
  const named = ways.map(way => words.waysIn[way]).join(common.comma);
  if (!main)
    return (
      <p className={css.state} data-state="">
        <StatusBadge tone={ways.length === 0 ? 'warning' : 'good'}>
          {ways.length === 0 ? words.noWay : words.canSignIn(named)}
        </StatusBadge>
      </p>
    );
  const when = (at: number) => formatDateTime(new Date(at), language, Date.now);
  const said = words.hindrances[main.kind];
  const why =
    main.kind === 'messages-failing' && main.since !== undefined && main.senders
      ? health.silentSince(
          main.senders.map(name => health.senders[name] ?? name).join(common.comma),
          main.senders.length,
          when(main.since),
        )
      : words.because(said.what, main.since === undefined ? undefined : when(main.since));
  const until = main.until === null ? null : words.endsAt(when(main.until));
  const act = helpOf(main);
  const help = act === 'link' && !reachable ? undefined : act;
  return (
    <div className={css.state} data-state="" data-tone={ways.length === 0 ? 'bad' : 'warning'}>
      <p>
        <strong>{ways.length === 0 ? words.cannot : words.canOtherwise(named)}</strong>
        {why}
        {until === null ? null : `${common.gap}${until}`}
      </p>
      <span>
        {main.kind === 'messages-failing' ? <Link to="/console/messages">{health.look.sender}</Link> : null}
        {help ? (
          <Link to="." search={(now: object) => ({ ...now, act: help })} replace resetScroll={false}>
            {helpWords[help]}
          </Link>
        ) : null}
      </span>
    </div>
  );
}
