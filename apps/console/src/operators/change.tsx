/** What an entry of the audit log says of an act: each changed property in words, with its value before and after. */
import type { AuditEntry } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';
import { consoleCalls } from '../client/calls.ts';
import { useConsoleContext } from '../console-context.ts';
import { refusalText } from '../error-texts.ts';
import { failureText } from '../failure-text.ts';
import { verificationWords } from '../human-verification/words.ts';
import { alertWords } from '../monitor/alert-words.ts';
import { channelWords } from '../monitor/channel-words.ts';
import { percentOf } from '../monitor/rule-fields.ts';
import { monitorWords } from '../monitor/words.ts';
import { formatDateTime } from '../parts/date-time.tsx';
import textCss from '../parts/text.module.css';
import { childrenWords } from '../people/children-words.ts';
import { diagnosisWords } from '../people/diagnosis-words.ts';
import { remedyWords } from '../people/remedy-words.ts';
import { peopleWords } from '../people/words.ts';
import { serviceTokenWords } from '../service-tokens/words.ts';
import { secondFactorWords } from '../session/second-factor-words.ts';
import { sessionWords } from '../session/words.ts';
import { webhookWords } from '../webhooks/words.ts';
import { usageDataWords } from '../usage-data/words.ts';
import { commonWords } from '../words.ts';
import { changeWords } from './change-words.ts';
import { operatorsWords } from './words.ts';

type Names = Readonly<Record<string, string>>;
type Facts = Readonly<Record<string, unknown>>;

/** Items of a list that are shown. */
const SHOWN = 3;
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** The properties that are times; other text is shown as it was typed, whatever it looks like. */
const TIMES: ReadonlySet<string> = new Set(['from', 'to']);
/** A number that is a time in milliseconds: since 2001. */
const SINCE = 1_000_000_000_000;

const namesOf = (language: Language): Names => {
  const { fields } = alertWords[language];
  const { requests, failures, counted } = verificationWords[language];
  return {
    ...fields,
    share: fields.threshold,
    ...counted,
    ...changeWords[language].names,
    requests,
    failures,
  };
};

/** The names of values, by the property that has them. */
const valuesOf = (language: Language): Readonly<Record<string, Names>> => {
  const second = secondFactorWords[language];
  const people = peopleWords[language];
  const remedies = remedyWords[language];
  const verification = verificationWords[language];
  const kinds = diagnosisWords[language].kindsOfIdentity;
  return {
    role: sessionWords[language].roles,
    scopes: serviceTokenWords[language].scope,
    events: webhookWords[language].event,
    type: webhookWords[language].event,
    status: monitorWords[language].statusNames,
    state: remedies.states,
    cleared: remedies.cleared,
    changed: { fullname: people.fullname, nickname: people.nickname },
    provider: people.providers,
    birth_year_from: childrenWords[language].sources,
    sent_to: kinds,
    by: {
      ...kinds,
      totp: second.app,
      passkey: second.passkey,
      recovery_code: second.recoveryCode,
      password: second.password,
    },
    ask: verification.asks,
    providers: verification.vendorNames,
    kind: {
      ...operatorsWords[language].kinds,
      ...usageDataWords[language].kinds,
      ...channelWords[language].kinds,
      ...alertWords[language].alertKinds,
    },
    subject_kind: usageDataWords[language].subjects,
    target: { '*': alertWords[language].everything },
  };
};

/** Names apart what acts wrote under one name: an end of a time, a source, a way to send; a share; a count and its limits. */
const apart = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (name === 'from' && 'birth_year' in facts) return ['birth_year_from', value];
      if (name === 'to' && (value === 'phone' || value === 'email')) return ['sent_to', value];
      if (name === 'threshold' && facts['kind'] === 'failed-share') return ['share', value];
      if (name === 'failures' && typeof value === 'number') return ['failed', value];
      return [name, value];
    }),
  );

/** The name of what a console call does. */
const callName = (language: Language, name: string): string => {
  const { act, view } =
    (consoleCalls as Readonly<Record<string, { act?: string; view?: string }>>)[name] ?? {};
  return operatorsWords[language].acts[act ?? view ?? ''] ?? name;
};

/**
 * Makes what writes a property's value in words; a value without words stays as it is.
 *
 * @param now milliseconds since 1970: a time of another year is written with it
 */
export const changeWriter = (language: Language, now: () => number) => {
  const names = namesOf(language);
  const values = valuesOf(language);
  const common = commonWords[language];
  const { count, more } = changeWords[language];
  const moment = (at: number | string) => formatDateTime(new Date(at), language, now);
  const nameOf = (property: string): string => names[property] ?? property;
  const write = (property: string, value: unknown): string => {
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (typeof value === 'number') {
      if (property === 'share') return `${percentOf(value)}%`;
      if (property === 'percentile') return percentOf(value);
      return value > SINCE ? moment(value) : String(value);
    }
    if (typeof value === 'string') {
      if (property === 'refusal') return refusalText(language, value);
      if (property === 'call') return callName(language, value);
      if (property === 'failure') return failureText(language, value);
      const isTime = TIMES.has(property) && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
      return isTime ? moment(value) : (values[property]?.[value] ?? value);
    }
    if (Array.isArray(value)) {
      if (value.length > 0 && value.every(item => typeof item === 'string' && ID.test(item)))
        return count(String(value.length));
      const shown = value.slice(0, SHOWN).map(item => write(property, item));
      return (
        (shown.join(common.comma) || common.none) +
        (value.length > SHOWN ? common.gap + more(String(value.length), String(value.length - SHOWN)) : '')
      );
    }
    if (typeof value !== 'object' || value === null) return common.none;
    if (property === 'hours') {
      const { from, to } = value as Readonly<Record<string, number>>;
      return `${from}:00–${to}:00`;
    }
    return (
      Object.entries(value)
        .map(([name, item]) =>
          typeof item === 'object'
            ? common.titled(nameOf(name), write(name, item))
            : `${nameOf(name)} ${write(name, item)}`,
        )
        .join(common.comma) || common.none
    );
  };
  return { nameOf, write };
};

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

export function Change({ entry }: { entry: AuditEntry }) {
  const [before, after] = [entry.before && apart(entry.before), entry.after && apart(entry.after)];
  const { language } = useConsoleContext();
  const { nameOf, write } = changeWriter(language, Date.now);
  const common = commonWords[language];
  const same = (name: string) =>
    before !== null && after !== null && JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    name => !same(name),
  );
  return (
    <>
      {names.map(name => {
        const [old, now] = [before?.[name], after?.[name]];
        if (!isThere(old) && !isThere(now)) return null;
        return (
          <div key={name} className={textCss.line}>
            {common.titled(nameOf(name), '')}
            {isThere(old) ? (
              <>
                <del>{write(name, old)}</del>{' '}
              </>
            ) : null}
            {isThere(now) ? write(name, now) : null}
          </div>
        );
      })}
    </>
  );
}
