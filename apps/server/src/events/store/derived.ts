/** What the stores derive of an event at its load, beside what the record holds, so that questions need no parser. */
import { eventKind } from '@rollcall/contract';
import { nameDevice } from '../../platform/describe-device.ts';
import type { StoredEvent } from '../record/stored-event.ts';

/** The columns, all texts and null where nothing is known; rows from before they existed have none. `device` is the device's id. */
export const derivedColumns = [
  'browser',
  'system',
  'device_class',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
] as const;
export type DerivedColumn = (typeof derivedColumns)[number];
export type Derived = Readonly<Record<DerivedColumn, string | null>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * The user agent is there only with the consent to `device`, and what follows from it; where a visit came from is told by views alone, with
 * the consent to `view`.
 */
export const derivedOf = ({ userAgent, bot, kind, data }: StoredEvent): Derived => {
  const device = userAgent === undefined ? undefined : nameDevice(userAgent);
  const from = kind === eventKind.view ? data : undefined;
  return {
    browser: device?.browser ?? null,
    system: device?.system ?? null,
    device_class: device ? (bot ? 'bot' : device.kind) : null,
    referrer: text(from?.['referrer']),
    utm_source: text(from?.['utm_source']),
    utm_medium: text(from?.['utm_medium']),
    utm_campaign: text(from?.['utm_campaign']),
  };
};
