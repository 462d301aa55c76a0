/** Properties as expressions over an event `e`, what is known of its person `p`, and where the person came from `o`. */
import { eventKind } from '@rollcall/contract';
import { type Property, propertyType, usageKinds } from '@rollcall/contract/console';
import { PERSONAL } from '../queries/keys.ts';
import type { QuestionDialect } from './dialect.ts';
import type { Params } from './params.ts';

/** What a statement has to bring to its events. */
export interface Needs {
  /** The table of people. */
  people: boolean;
  /** Values of fields of people, as SQL over that table: read once for a person, and not for each event. */
  readonly fields: string[];
  /** The first and latest origins of people. */
  origins: boolean;
  sessions: boolean;
}

const { view, click, leave } = eventKind;

const columns: Readonly<Record<string, string>> = {
  'event.key': 'e.key',
  'event.page': `case when e.kind in (${view}, ${click}, ${leave}) then e.key end`,
  'event.kind': `case e.kind ${usageKinds.map(name => `when ${eventKind[name]} then '${name}'`).join(' ')} end`,
  'event.product': 'e.product',
  'event.referrer': "nullif(e.referrer, '')",
  'event.utm_source': "nullif(e.utm_source, '')",
  'event.utm_medium': "nullif(e.utm_medium, '')",
  'event.utm_campaign': "nullif(e.utm_campaign, '')",
  'event.duration': 'e.duration',
  'device.browser': "nullif(e.browser, '')",
  'device.system': "nullif(e.system, '')",
  'device.class': "nullif(e.device_class, '')",
  'device.platform': "nullif(e.platform, '')",
  'device.language': "nullif(e.language, '')",
  'device.network': "nullif(e.network, '')",
  'device.resolution': "nullif(e.resolution, '')",
  'device.library': "nullif(e.library, '')",
  'session.entry_page': 'e.entry_page',
  'session.exit_page': 'e.exit_page',
  'session.duration': 'e.finish - e.begin',
  'person.grade': 'p.grade',
  'person.signed_up': 'p.signed_up',
  'person.site': "nullif(p.site, '')",
  'person.known':
    "case when e.person is null then null when e.signed or e.person <> e.own then 'yes' else 'no' end",
  'person.first_referrer': 'o.first_referrer',
  'person.latest_referrer': 'o.latest_referrer',
  'person.first_utm_source': 'o.first_utm_source',
  'person.latest_utm_source': 'o.latest_utm_source',
};
/** Properties whose values nobody typed. */
const HARMLESS =
  /^(?:cohort\.|event\.(?:kind|product|duration)|device\.|session\.duration|person\.(?:grade|signed_up|site|known)$)/;

export interface PropertyOptions {
  readonly dialect: QuestionDialect;
  readonly params: Params;
  readonly needs: Needs;
  /** Whether values that look like numbers and addresses of people are compared as unset: the answer to a guess would confirm it. */
  readonly masked: boolean;
}

export class Properties {
  readonly #options: PropertyOptions;

  constructor(options: PropertyOptions) {
    this.#options = options;
  }

  #needed(property: Property): void {
    const { needs } = this.#options;
    if (property.startsWith('session.')) needs.sessions = true;
    else if (/^person\.(?:first|latest)_/.test(property)) needs.origins = true;
    else if (property.startsWith('person.') && property !== 'person.known') needs.people = true;
  }

  /** Its value; of a field as text. */
  #plain(property: Property): string {
    this.#needed(property);
    const { dialect, params } = this.#options;
    const named = columns[property];
    if (named !== undefined) return named;
    const valueOf = (column: string, field: string) =>
      dialect.fieldText(column, params.text(dialect.fieldName(field)), field);
    if (property.startsWith('data.')) return valueOf('e.data', property.slice('data.'.length));
    const { fields } = this.#options.needs;
    const sql = valueOf('fields', property.slice('person.field.'.length));
    if (!fields.includes(sql)) fields.push(sql);
    return `p.field${fields.indexOf(sql)}`;
  }

  /** As a text, null where it is unset. */
  text(property: Property): string {
    const plain = this.#plain(property);
    return propertyType(property) === 'number' ? this.#options.dialect.string(plain) : plain;
  }

  /** As a number, null where it is none. */
  number(property: Property): string {
    const { dialect, params } = this.#options;
    if (!property.startsWith('data.')) return this.#plain(property);
    return dialect.fieldNumber('e.data', params.text(dialect.fieldName(property.slice('data.'.length))));
  }

  /** A value as it is compared. @param value SQL of it */
  compared(property: Property, value: string): string {
    const { dialect, params, masked } = this.#options;
    if (!masked || HARMLESS.test(property)) return value;
    return `(case when ${dialect.matches(this.text(property), params.text(PERSONAL))} then null else ${value} end)`;
  }
}
