/** What a question filters and divides by: properties of events, devices, sessions and people, each by a dotted name. */
import * as v from 'valibot';

/** What a property's values are, which says by what operators it is compared. */
export type PropertyType = 'text' | 'number' | 'day';

/** The properties with a name of their own. */
export const questionProperties = {
  'event.key': 'text',
  /** The path of a view, a click or a leave; unset for other kinds. */
  'event.page': 'text',
  'event.kind': 'text',
  'event.product': 'text',
  'event.referrer': 'text',
  'event.utm_source': 'text',
  'event.utm_medium': 'text',
  'event.utm_campaign': 'text',
  /** Milliseconds. */
  'event.duration': 'number',
  'device.browser': 'text',
  'device.system': 'text',
  'device.class': 'text',
  'device.platform': 'text',
  'device.language': 'text',
  'device.network': 'text',
  'device.resolution': 'text',
  'device.library': 'text',
  /** The first and the last page of the session in which the event is. */
  'session.entry_page': 'text',
  'session.exit_page': 'text',
  /** Milliseconds from the session's first event to its last. */
  'session.duration': 'number',
  'person.grade': 'number',
  'person.signed_up': 'day',
  'person.site': 'text',
  /** `yes` of somebody with a user id, `no` of a visitor. */
  'person.known': 'text',
  /** Of the person's events with a referrer or source, the first and the latest. */
  'person.first_referrer': 'text',
  'person.latest_referrer': 'text',
  'person.first_utm_source': 'text',
  'person.latest_utm_source': 'text',
} as const satisfies Readonly<Record<string, PropertyType>>;
type NamedProperty = keyof typeof questionProperties;

/** `data.` and the name of a field of `biz_data`; `person.field.` and the key of a custom field of people; `cohort.` and an id. */
const OPEN = /^(?:data\.[^\p{Cc}\p{Cs}]{1,64}|person\.field\.[a-z][a-z\d_]{0,63}|cohort\.[\da-f-]{36})$/u;

/** A property's name. */
export type Property = NamedProperty | `data.${string}` | `person.field.${string}` | `cohort.${string}`;

/**
 * What the values of a property are.
 * @returns the type; of a field of `biz_data`, which may hold text and numbers, undefined
 * @example propertyType('person.grade'); // 'number'
 * @see `docs/usage-queries.md`
 */
export const propertyType = (property: Property): PropertyType | undefined =>
  Object.keys(questionProperties).includes(property)
    ? questionProperties[property as NamedProperty]
    : property.startsWith('data.')
      ? undefined
      : 'text';

export const property = v.custom<Property>(
  given => typeof given === 'string' && (Object.keys(questionProperties).includes(given) || OPEN.test(given)),
  'The name of a property.',
);

/** A property of which sums, averages and quantiles are taken. */
export const measuredProperty = v.custom<'event.duration' | 'session.duration' | `data.${string}`>(
  given =>
    given === 'event.duration' ||
    given === 'session.duration' ||
    (typeof given === 'string' && given.startsWith('data.') && OPEN.test(given)),
  'event.duration, session.duration or a field of biz_data.',
);
