/**
 * Conditions as they are typed, such as `score >= 80 and (browser = WeChat or platform = Win32) and grade != 1`: in one entry what
 * takes the controls many, and the only way to write a group.
 */
import {
  type Condition,
  type Property,
  type PropertyOperator,
  propertyType,
  type QuestionEvent,
  questionProperties,
  readQuestion,
} from '@rollcall/contract/console';
import type { Member } from './edits.ts';
import { isCondition } from './names.ts';

/** What a property is called, besides its own name. */
export type NameOf = (property: Property) => string;

/** A typed value: a number where the property has numbers; of a field of data where it looks like one. */
export const valueOf = (property: Property, text: string): string | number | undefined => {
  const type = propertyType(property);
  const number = /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
  return type === 'text' || type === 'day' ? text : type === 'number' ? number : (number ?? text);
};

/** Characters that are read; beyond it nobody types, and a group in a group would go too deep. */
const LONGEST = 1000;

interface Token {
  readonly text: string;
  /** In quotation marks: text, whatever it looks like. */
  readonly quoted: boolean;
}

const TOKEN =
  /\s*(?:"((?:[^"\\]|\\.)*)"|[“”]([^“”]*)[“”]|([()（）,，]|[<>!=]=|!~|<>|[=<>~≥≤≠])|([^\s()（）,，<>!=~≥≤≠"“”]+))/uy;

const SIGNS: Readonly<Record<string, string>> = { '（': '(', '）': ')', '，': ',', '==': '=', '<>': '!=' };
const OPERATORS: ReadonlyMap<string, PropertyOperator> = new Map(
  Object.entries({
    '=': 'is',
    '!=': 'is_not',
    '≠': 'is_not',
    '>': 'gt',
    '>=': 'gte',
    '≥': 'gte',
    '<': 'lt',
    '<=': 'lte',
    '≤': 'lte',
    '~': 'contains',
    '!~': 'not_contains',
  }),
);
const KEYWORDS = ['and', 'or', 'not', 'in', 'set', 'did'];
const WORDS: ReadonlyMap<string, string> = new Map([
  ['且', 'and'],
  ['或', 'or'],
  ['做过', 'did'],
  ['没有做过', 'did_not'],
  ['有值', 'set'],
  ['无值', 'not_set'],
]);

const tokensOf = (text: string): readonly Token[] | undefined => {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, quoted, curly, sign, word] = match;
    const inside = quoted?.replaceAll(/\\(.)/g, '$1') ?? curly;
    if (inside !== undefined) found.push({ text: inside, quoted: true });
    else if (sign !== undefined) found.push({ text: SIGNS[sign] ?? sign, quoted: false });
    else found.push({ text: WORDS.get(word ?? '') ?? word ?? '', quoted: false });
  }
  return found;
};

/** The last part of a dotted name, by which it is called where no other has it before. */
const short = (property: string): string => property.slice(property.lastIndexOf('.') + 1);

const propertyOf = (name: string, known: readonly Property[], nameOf: NameOf): Property => {
  // By its own name, as it is written, it is always the same one.
  if (/^(?:data|person\.field)\../.test(name)) return name as Property;
  const wanted = name.toLowerCase();
  const all = [...known, ...(Object.keys(questionProperties) as Property[])];
  const called = (same: (text: string) => boolean) =>
    all.find(same) ??
    all.find(each => each.startsWith('data.') && same(each.slice(5))) ??
    all.find(each => same(short(each)) || same(nameOf(each)));
  // Fields may differ in their case alone.
  return called(text => text === name) ?? called(text => text.toLowerCase() === wanted) ?? `data.${name}`;
};

/** An event by its key; a path is a page. */
export const eventOf = (key: string): QuestionEvent => ({
  kind: key.startsWith('/') ? 'view' : 'custom',
  key,
});

class Nothing extends Error {}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #property: (name: string) => Property;
  #at = 0;

  constructor(tokens: readonly Token[], property: (name: string) => Property) {
    this.#tokens = tokens;
    this.#property = property;
  }

  whole(): Member {
    const found = this.#any();
    if (this.#at < this.#tokens.length) throw new Nothing();
    return found;
  }

  #is(...texts: readonly string[]): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && !token.quoted && texts.includes(token.text.toLowerCase());
  }

  #takes(...texts: readonly string[]): boolean {
    const is = this.#is(...texts);
    if (is) this.#at += 1;
    return is;
  }

  #text(): Token {
    const token = this.#tokens[this.#at];
    if (!token || (!token.quoted && (OPERATORS.has(token.text) || '(),'.includes(token.text))))
      throw new Nothing();
    this.#at += 1;
    return token;
  }

  #any(): Member {
    return this.#group('or', () => this.#group('and', () => this.#one()));
  }

  #group(joint: 'and' | 'or', read: () => Member): Member {
    const first = read();
    const more: Member[] = [];
    while (this.#takes(joint)) more.push(read());
    if (more.length === 0) return first;
    return joint === 'and' ? { all: [first, ...more] } : { any: [first, ...more] };
  }

  #one(): Member {
    if (this.#takes('(')) {
      const found = this.#any();
      if (!this.#takes(')')) throw new Nothing();
      return found;
    }
    if (this.#takes('did')) {
      const not = this.#takes('not');
      return this.#done(not);
    }
    if (this.#takes('did_not')) return this.#done(true);
    return this.#compared();
  }

  /** `did lesson.done 5 times in 28 days` */
  #done(not: boolean): Member {
    const event = eventOf(this.#text().text);
    const number = (...units: readonly string[]): number | undefined => {
      const token = this.#tokens[this.#at];
      if (!token || !/^\d+$/.test(token.text)) return undefined;
      this.#at += 1;
      if (!this.#takes(...units)) throw new Nothing();
      return Number(token.text);
    };
    const times = number('times', 'time', '次') ?? 1;
    const days = this.#takes('in') ? number('days', 'day', '天') : undefined;
    const done = { event, times, ...(days === undefined ? {} : { within: { days } }) };
    return not ? { did_not: done } : { did: done };
  }

  #compared(): Member {
    const name = this.#text();
    const property = this.#property(name.text);
    if (this.#takes('set')) return { property, op: 'set' };
    if (this.#takes('not_set')) return { property, op: 'not_set' };
    const not = this.#takes('not');
    if (not && this.#takes('set')) return { property, op: 'not_set' };
    if (this.#takes('in')) {
      if (!this.#takes('(')) throw new Nothing();
      const values: (string | number)[] = [];
      do values.push(this.#value(property));
      while (this.#takes(','));
      if (!this.#takes(')')) throw new Nothing();
      return { property, op: not ? 'not_in' : 'in', value: values };
    }
    const sign = this.#tokens[this.#at];
    const op = not || !sign || sign.quoted ? undefined : OPERATORS.get(sign.text);
    if (op === undefined) throw new Nothing();
    this.#at += 1;
    if (propertyType(property) === 'day') {
      const day = this.#text().text;
      return { property, op: op === 'lt' ? 'before' : op === 'gt' ? 'after' : op, value: day } as Condition;
    }
    const value = op.endsWith('contains') ? this.#text().text : this.#value(property);
    return { property, op, value } as Condition;
  }

  #value(property: Property): string | number {
    const { text, quoted } = this.#text();
    const value = quoted && propertyType(property) !== 'number' ? text : valueOf(property, text);
    if (value === undefined) throw new Nothing();
    return value;
  }
}

/** As the contract reads it; undefined: it refuses it. */
const accepted = (member: Member): string | undefined => {
  const { question } = readQuestion(JSON.stringify({ v: 1, kind: 'trend', filter: { all: [member] } }));
  return question && JSON.stringify(question.filter);
};

/**
 * @param known fields of the event's data and of people
 * @returns the condition or the group; undefined: it is none, or the contract refuses it
 */
export const readFilterText = (
  text: string,
  known: readonly Property[],
  nameOf: NameOf,
): Member | undefined => {
  const tokens = text.length > LONGEST ? undefined : tokensOf(text);
  if (!tokens) return undefined;
  try {
    const found = new Reader(tokens, name => propertyOf(name, known, nameOf)).whole();
    return accepted(found) === undefined ? undefined : found;
  } catch (error) {
    if (error instanceof Nothing) return undefined;
    throw error;
  }
};

const written = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : /^[^\s()（）,，<>!=~≥≤≠"“”\\]+$/u.test(value) &&
        !KEYWORDS.includes(value.toLowerCase()) &&
        !WORDS.has(value) &&
        !/^-?\d+(?:\.\d+)?$/.test(value)
      ? value
      : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

const writtenCondition = (condition: Condition): string | undefined => {
  if ('cohort' in condition) return undefined;
  if ('did' in condition || 'did_not' in condition) {
    const not = 'did_not' in condition;
    const { event, filter, times, within } = not ? condition.did_not : condition.did;
    if (event?.key === undefined || filter || (within && !('days' in within))) return undefined;
    if (eventOf(event.key).kind !== event.kind) return undefined;
    const days = within ? ` in ${within.days} days` : '';
    return `did ${not ? 'not ' : ''}${written(event.key)}${times > 1 ? ` ${times} times` : ''}${days}`;
  }
  const { property, op } = condition;
  const name = written(property);
  if (!('value' in condition)) return `${name} ${op.replace('_', ' ')}`;
  if (condition.op === 'between') return undefined;
  if (typeof condition.value === 'object')
    return `${name} ${op.replace('_', ' ')} (${condition.value.map(written).join(', ')})`;
  const same = op === 'before' ? 'lt' : op === 'after' ? 'gt' : op;
  const sign = [...OPERATORS].find(([, each]) => each === same)?.[0];
  return `${name} ${sign} ${written(condition.value)}`;
};

const writtenMember = (member: Member): string | undefined => {
  if (isCondition(member)) return writtenCondition(member);
  const joint = 'all' in member ? 'and' : 'or';
  const members = ('all' in member ? member.all : member.any) as readonly Member[];
  const texts = members.map(each => {
    const text = writtenMember(each);
    return isCondition(each) || text === undefined ? text : `(${text})`;
  });
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join(` ${joint} `);
};

/** What is read as the same condition or group; undefined: of a cohort, or what only the controls hold. */
export const writeFilterText = (member: Member): string | undefined => {
  const text = writtenMember(member);
  const again = text === undefined ? undefined : readFilterText(text, [], property => property);
  return again && accepted(again) === accepted(member) ? text : undefined;
};
