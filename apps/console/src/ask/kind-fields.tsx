/** The settings that a kind of question has of its own. */
import { eventName, type Question } from '@rollcall/contract/console';
import { useState } from 'react';
import { useWords } from '../console-context.ts';
import { labelled, SelectField } from '../parts/select-field.tsx';
import type { Options } from './options.ts';
import { EventPicker } from './pickers.tsx';
import { askWords } from './words.ts';

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
        options={labelled(['in_order', 'strict', 'any'], words.orders)}
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
        options={labelled(['first', 'each'], words.startsBy)}
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
        options={labelled(['all', 'from', 'to', 'through'], words.pathsOf)}
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
