/** HTML that escapes every inserted value, except values that are such HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign);

type Insertable = string | number | Html | false | undefined | readonly Insertable[];

const insert = (value: Insertable): string => {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return value.map(insert).join('');
};

export const html = (strings: TemplateStringsArray, ...values: readonly Insertable[]): Html =>
  new Html(strings.reduce((text, part, index) => text + insert(values[index - 1]) + part));
