/** The health of the school: what fails first, each with since when and what to do; what works in one line. */
import { Link, type LinkProps } from '@tanstack/react-router';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import noticeCss from '../parts/notice.module.css';
import { Section } from '../parts/page.tsx';
import { StatusBadge, type Tone } from '../parts/status-badge.tsx';
import { type HealthItem, healthWords } from './health-words.ts';
import css from './overview.module.css';

type Items = AnswerOf<ConsoleCalls['getHealth']>['items'];

const tones: Readonly<Record<HealthItem['state'], Tone>> = {
  good: 'good',
  warning: 'warning',
  bad: 'bad',
  unknown: 'neutral',
};

/** Where more is said of each kind. */
const places: Readonly<Partial<Record<HealthItem['kind'], LinkProps['to']>>> = {
  sender: '/console/messages',
  verification: '/console/human-verification',
  'third-party': '/console/sign-in-clients',
};

/** Messages of a channel that nobody sends, as one sentence. @returns the channels, each with its senders and the time since when all fail */
const silentChannels = (
  items: Items,
): readonly { readonly channel: string; readonly names: readonly string[]; readonly since: number }[] =>
  (['sms', 'voice', 'email'] as const).flatMap(channel => {
    const failing = items.filter(item => item.channel === channel && item.state === 'bad');
    if (failing.length === 0) return [];
    return [
      {
        channel,
        names: failing.map(({ name }) => name),
        // From the last one on nobody did the work.
        since: Math.max(...failing.map(({ since }) => since ?? 0)),
      },
    ];
  });

/** @param props.items null: they could not be read */
export function Health({ items }: { items: Items | null }) {
  const words = useWords(healthWords);
  if (items) return <States items={items} />;
  return (
    <Section title={words.title}>
      <output className={noticeCss.error}>
        <strong>{words.unread}</strong>
      </output>
    </Section>
  );
}

function States({ items }: { items: Items }) {
  const { language } = useConsoleContext();
  const words = useWords(healthWords);
  const common = useCommonWords();
  const when = (at: number) => formatDateTime(new Date(at), language, Date.now);
  const failing = items
    .filter(({ state }) => state === 'bad' || state === 'warning')
    .sort((one, other) => Number(other.state === 'bad') - Number(one.state === 'bad'));
  const rest = items.filter(({ state }) => state === 'good' || state === 'unknown');
  const place = ({ kind }: HealthItem) => {
    const to = places[kind];
    return to === undefined ? null : <Link to={to}>{words.look[kind]}</Link>;
  };
  return (
    <Section title={words.title}>
      {silentChannels(items).map(({ channel, names, since }) => (
        <output key={channel} className={noticeCss.error}>
          <span>
            <strong>{words.silent[channel]?.what}</strong>
            {common.gap}
            {words.silentSince(
              names.map(name => words.senders[name] ?? name).join(common.comma),
              names.length,
              when(since),
            )}
            {common.gap}
            {words.silent[channel]?.whom}
          </span>
          <Link to="/console/messages">{words.look.sender}</Link>
        </output>
      ))}
      {failing.length > 0 ? (
        <ul className={css.lines}>
          {failing.map(item => (
            <li key={`${item.kind} ${item.name} ${item.channel}`}>
              <StatusBadge tone={tones[item.state]}>{words.nameOf(item)}</StatusBadge>
              <span>
                {words.failing(item)}
                {item.since === null ? null : `${common.gap}${words.since(when(item.since))}`}
              </span>
              {place(item)}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.well}>
          {rest.every(({ state }) => state === 'good') ? words.allWell : words.noneFails}
        </p>
      )}
      <ul className={css.states}>
        {rest.map(item => (
          <li key={`${item.kind} ${item.name} ${item.channel}`}>
            <StatusBadge tone={tones[item.state]}>{words.nameOf(item)}</StatusBadge>
            <small>
              {item.state === 'unknown'
                ? words.unknown(item)
                : (words.value(item) ?? (item.since === null ? '' : words.worked(when(item.since))))}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
