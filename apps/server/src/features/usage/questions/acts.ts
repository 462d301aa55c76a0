/** The events of a question: one relation with everything that its kind is counted by, in the SQL of either engine. */
import type {
  CohortDefinition,
  Property,
  Question,
  QuestionEvent,
  QuestionFilter,
} from '@rollcall/contract/console';
import { eventKind } from '@rollcall/contract';
import { PATH_GAP } from '../../../events/store/counting.ts';
import type { Axis, Period } from '../queries/period.ts';
import type { Span, Who } from '../queries/statements.ts';
import { NAME } from '../queries/keys.ts';
import { Conditions } from './conditions.ts';
import type { QuestionDialect } from './dialect.ts';
import { Params } from './params.ts';
import { type Needs, Properties } from './properties.ts';

/** Milliseconds around a period in which its sessions and paths are told: longer ones are cut there. */
const AROUND = 86_400_000;

/** What is asked, and of which store and period. */
export interface Asked {
  readonly question: Question;
  readonly dialect: QuestionDialect;
  readonly period: Period;
  readonly axis: Axis;
  readonly now: number;
  readonly cohorts: ReadonlyMap<string, CohortDefinition>;
  /** Of somebody who may not see numbers and addresses of people. */
  readonly masked: boolean;
}

/** Events that are meant together. */
export interface Selected {
  /** Null: any activity; undefined: any event. */
  readonly event?: QuestionEvent | null;
  readonly filter?: QuestionFilter | undefined;
  /** Milliseconds since 1970. @default the span that is read */
  readonly span?: Span;
}

export interface ActsOptions {
  readonly selected: readonly Selected[];
  /** Of which time. @default the period */
  readonly span?: Span;
  readonly breakdowns?: readonly Property[];
  /** Further columns, as SQL over `e`. */
  readonly columns?: (of: Acts) => Readonly<Record<string, string>>;
  /** Whether events stay that are of no selection. */
  readonly all?: boolean;
  readonly sessions?: boolean;
}

const rowsBefore = 'rows between unbounded preceding and 1 preceding';

export class Acts {
  readonly asked: Asked;
  readonly params: Params;
  readonly properties: Properties;
  readonly conditions: Conditions;
  readonly needs: Needs = { people: false, fields: [], origins: false, sessions: false };

  constructor(asked: Asked) {
    this.asked = asked;
    const { dialect, question, now, period, cohorts, masked } = asked;
    this.params = new Params(dialect);
    this.properties = new Properties({ dialect, params: this.params, needs: this.needs, masked });
    this.conditions = new Conditions({
      dialect,
      params: this.params,
      properties: this.properties,
      zone: question.zone,
      now,
      period,
      cohorts,
      events: (span, where) => this.#people(span, where),
    });
  }

  /** Rows of `events` of a span with `person` resolved and, in `own`, as it is in the row. */
  #people(span: Span, where: string, who: Who = this.asked.question.population): string {
    const { dialect } = this.asked;
    const columns = [
      'time, sequence, kind, key, product, duration, data, platform, language, network, resolution, library, flags',
      'browser, system, device_class, referrer, utm_source, utm_medium, utm_campaign',
      `${dialect.id} as uid, person, person as own, user_id is not null as signed`,
      ...dialect.who,
    ].join(', ');
    return dialect.people(
      `(select ${columns} from events where ${this.params.take(dialect.rows(who))} and time >= ${span.from} and time < ${span.to} and ${where})`,
    );
  }

  /** The number of the point of a time, in the columns of a relation. */
  pointOf(time: string): string {
    const { dialect, axis } = this.asked;
    return dialect.point(axis, dialect.hour(time));
  }

  /**
   * A SELECT of `time`, `sequence`, `uid`, `person`, `point` (the point), `s0`, `s1`, … (of which selection the event is), `b0` and `b1` (the breakdowns)
   * and the columns that are asked for; with sessions, `begin` and `finish`.
   */
  select({
    selected,
    span = this.asked.period,
    breakdowns = [],
    columns,
    all = false,
    sessions = false,
  }: ActsOptions): string {
    const { question } = this.asked;
    const { conditions } = this;
    const is = selected.map(({ event, filter, span: within }) => {
      const of = event === undefined ? 'true' : conditions.isEvent(event);
      const during = within ? `(e.time >= ${within.from} and e.time < ${within.to})` : 'true';
      return `(${of} and ${during} and ${conditions.of(filter)})`;
    });
    const divided = breakdowns.map(
      (property, n) => `${this.asked.dialect.cut(conditions.breakdown(property), NAME)} as b${n}`,
    );
    const more = Object.entries(columns?.(this) ?? {}).map(([name, sql]) => `${sql} as ${name}`);
    const whole = conditions.of(question.filter);
    if (sessions) this.needs.sessions = true;
    const any =
      selected.some(({ event }) => event === undefined) || all
        ? 'true'
        : `(${selected.map(({ event }) => conditions.isEvent(event ?? null, '')).join(' or ')})`;
    const source = this.needs.sessions
      ? this.#sessions({ from: span.from - AROUND, to: span.to + AROUND })
      : this.#people(span, any);
    const chosen = [
      'e.time as time, e.sequence as sequence, e.uid as uid, e.person as person',
      `${this.pointOf('e.time')} as point`,
      ...is.map((sql, n) => `${sql} as s${n}`),
      ...divided,
      ...more,
      ...(this.needs.sessions ? ['e.begin as begin, e.finish as finish'] : []),
    ];
    const some = all ? '' : ` where ${selected.map((_, n) => `s${n}`).join(' or ')}`;
    return `select * from (select ${chosen.join(', ')} from ${source} e ${this.#joins(span)}
      where e.time >= ${span.from} and e.time < ${span.to} and ${whole})${some}`;
  }

  /** A SELECT of each `person` and, in `begun`, when they were active for the first time on any platform: before the end of the period. */
  firsts(): string {
    const { question, period } = this.asked;
    const { platform: _, ...everywhere } = question.population;
    const rows = this.#people({ from: 0, to: period.to }, this.conditions.isEvent(null, ''), everywhere);
    return `select person, min(time) as begun from ${rows} where person is not null group by person`;
  }

  #joins(span: Span): string {
    const { dialect, question } = this.asked;
    const joins: string[] = [];
    if (this.needs.people) {
      const columns = [
        ...['grade', 'signed_up', 'site'].map(name => `${dialect.optional(name)} as ${name}`),
        ...this.needs.fields.map((sql, n) => `${dialect.optional(sql)} as field${n}`),
      ];
      joins.push(`left join (select person as of, ${columns.join(', ')} from people) p on p.of = e.person`);
    }
    if (this.needs.origins) {
      const order = ['time', 'sequence', 'uid'];
      const columns = ['referrer', 'utm_source'].flatMap(name => [
        `${dialect.first(`nullif(${name}, '')`, order)} as first_${name}`,
        `${dialect.last(`nullif(${name}, '')`, order)} as latest_${name}`,
      ]);
      const { platform: _, ...who } = question.population;
      const rows = this.#people({ from: 0, to: span.to }, "(referrer <> '' or utm_source <> '')", who);
      joins.push(
        `left join (select person as of, ${columns.join(', ')} from ${rows} where person is not null group by person) o on o.of = e.person`,
      );
    }
    return joins.join('\n');
  }

  /**
   * All events of a span with the session that they are in: half an hour without activity ends it. What is no activity is in the session
   * of the activity within the half hour before. Each event is numbered in the order of its person's: to sort by the number takes a fraction of
   * the time that it takes by all that the order is of.
   */
  #sessions(span: Span): string {
    const { dialect } = this.asked;
    const active = `kind <= ${eventKind.click}`;
    const order = 'partition by person order by time, sequence, uid';
    const of = 'partition by person, begin';
    const page = `case when kind = ${eventKind.view} and begin is not null then key end`;
    const by = ['nth'];
    return `(
      select *,
        case when begin is not null then max(case when ${active} then time end) over (${of}) end as finish,
        ${dialect.first(page, by)} over (${of}) as entry_page, ${dialect.last(page, by)} over (${of}) as exit_page
      from (
        select *, case when time - acted <= ${PATH_GAP} and person is not null then begun end as begin
        from (
          select *, ${dialect.latest('starts')} over (partition by person order by nth rows between unbounded preceding and current row) as begun,
            case when ${active} then time else acted_before end as acted
          from (
            select *, case when ${active} and (acted_before is null or time - acted_before > ${PATH_GAP}) then time end as starts
            from (
              select *, ${dialect.latest(`case when ${active} then time end`)} over (${order} ${rowsBefore}) as acted_before,
                row_number() over (${order}) as nth
              from ${this.#people(span, 'true')}
            )
          )
        )
      )
    )`;
  }
}
