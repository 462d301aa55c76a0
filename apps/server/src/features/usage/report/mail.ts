/** A dashboard as a mail: bars are cells of tables, so that nothing is loaded, and no colour is one of light or dark alone. */
import { type Question, savedName } from '@rollcall/contract/console';
import { escapeHtml } from '../../../http/escape-html.ts';
import type { Language } from '../../../http/language.ts';
import type { Mail } from '../../../messages/messages.ts';
import { SCHOOL_ZONE } from '../../../platform/school-zone.ts';
import { type Answered, type Bars, type Columns, contentOf, type TileContent } from './tile.ts';
import { type ReportWords, reportWords } from './words.ts';

/** A dashboard that was asked, in no language yet. */
export interface Report {
  /** The school's name. */
  readonly school: string;
  readonly name: string;
  readonly template: string | null;
  /** The page of the dashboard, where the subscription is ended. */
  readonly url: string;
  /** Until when it has the data, in ms since 1970; undefined: it is not known. */
  readonly until: number | undefined;
  readonly tiles: readonly ReportTile[];
}

export interface ReportTile {
  readonly name: string;
  readonly template: string | null;
  readonly url: string;
  /** Why there is nothing to show; undefined: it is `answered`. */
  readonly problem?: keyof ReportWords['problems'];
  readonly answered?: { readonly question: Question; readonly answer: Answered };
}

/** A tile in the words of a language. */
interface WrittenTile {
  readonly name: string;
  readonly url: string;
  readonly problem: string | undefined;
  readonly content: TileContent | undefined;
}

const moment = (language: Language) =>
  new Intl.DateTimeFormat(language, {
    timeZone: SCHOOL_ZONE,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  });

const untilIn = (until: number | undefined, language: Language): string => {
  const words = reportWords[language];
  return until === undefined ? words.untilUnknown : words.until(moment(language).format(until));
};

const tileIn = (tile: ReportTile, language: Language): WrittenTile => {
  const words = reportWords[language];
  const { url, problem, answered } = tile;
  return {
    name: savedName(tile, language),
    url,
    problem: problem && words.problems[problem],
    content: answered && contentOf(answered.question, answered.answer, language),
  };
};

const font = "system-ui,-apple-system,'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif";
/** Seen on white and on black. */
const BAR = '#c8503f';
const RULE = '1px solid rgba(128,128,128,.4)';
const HEIGHT = 56;
const SMALL = 'font-size:13px;opacity:.75';

const table = (rows: string, label?: string): string =>
  `<table ${label === undefined ? 'role="presentation"' : `aria-label="${escapeHtml(label)}"`} width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px;line-height:1.5">${rows}</table>`;

const barRows = ({ rows }: Bars): string =>
  table(
    rows
      .map(({ name, share, text }) => {
        const width = Math.max(1, Math.round(share * 100));
        const rest = width < 100 ? '<td></td>' : '';
        const bar = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td width="${width}%" height="10" bgcolor="${BAR}" style="background:${BAR};font-size:0;line-height:0">&nbsp;</td>${rest}</tr></table>`;
        return `<tr><td width="38%" style="padding:3px 8px 3px 0;word-break:break-all">${escapeHtml(name)}</td><td width="30%" style="padding:3px 8px 3px 0">${bar}</td><td style="padding:3px 0;text-align:right">${escapeHtml(text)}</td></tr>`;
      })
      .join(''),
  );

const columnRows = ({ label, total, points, running }: Columns, words: ReportWords): string => {
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  const gap = points.length > 31 ? 0 : 1;
  const cells = points
    .map(({ name, value, text }, at) => {
      const height = most === 0 ? 1 : Math.max(1, Math.round(((value ?? 0) / most) * HEIGHT));
      // The last one is paler where it has not ended.
      const pale = running !== undefined && at === points.length - 1 ? ';opacity:.45' : '';
      return `<td valign="bottom" height="${HEIGHT}" title="${escapeHtml(`${name} ${text}`)}" style="padding:0 ${gap}px"><div style="height:${height}px;background:${BAR};font-size:0;line-height:0${pale}">&nbsp;</div></td>`;
    })
    .join('');
  const ends = [points[0], points.at(-1)].map(point => escapeHtml(point?.name ?? ''));
  const note = running === undefined ? '' : words.note(running);
  return `<p style="margin:8px 0 4px">${escapeHtml(label)} <b>${escapeHtml(total)}</b></p>
${table(`<tr>${cells}</tr>`, label + words.colon + points.map(({ name, text }) => `${name} ${text}`).join(words.comma))}
${table(`<tr><td style="${SMALL}">${ends[0]}</td><td style="${SMALL};text-align:right">${ends[1]}${note}</td></tr>`)}`;
};

/** What stands under a question's name; the columns of a trend say it themselves. */
const leadOf = ({ problem, content }: WrittenTile): string =>
  problem ?? (content?.parts[0]?.kind === 'columns' ? '' : (content?.summary ?? ''));

const tileHtml = (tile: WrittenTile, words: ReportWords): string => {
  const { name, url, content } = tile;
  const lead = leadOf(tile);
  return `<tr><td style="padding:16px 0;border-top:${RULE}"><h2 style="margin:0 0 4px;font-size:17px"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(name)}</a></h2>
${lead === '' ? '' : `<p style="margin:0 0 8px">${escapeHtml(lead)}</p>`}
${(content?.parts ?? []).map(part => (part.kind === 'bars' ? barRows(part) : columnRows(part, words))).join('\n')}</td></tr>`;
};

const partText = (part: Bars | Columns, { colon }: ReportWords): string =>
  part.kind === 'bars'
    ? part.rows.map(({ name, text }) => `  ${name}${colon}${text}`).join('\n')
    : `  ${part.label} ${part.total}\n${part.points.map(({ name, text }) => `    ${name}  ${text}`).join('\n')}`;

export const reportMail = (report: Report, language: Language): Mail => {
  const words = reportWords[language];
  const { school, url } = report;
  const name = savedName(report, language);
  const until = untilIn(report.until, language);
  const tiles = report.tiles.map(tile => tileIn(tile, language));
  const subject = words.subject(school, name);
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:16px;font:16px/1.6 ${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto">
<tr><td style="padding:0 0 16px"><h1 style="margin:0 0 4px;font-size:22px">${escapeHtml(name)}</h1><p style="margin:0;${SMALL}">${escapeHtml(until)}</p></td></tr>
${tiles.map(tile => tileHtml(tile, words)).join('\n')}
<tr><td style="padding:16px 0;border-top:${RULE};${SMALL}">${words.foot}<a href="${escapeHtml(url)}" style="color:inherit;word-break:break-all">${escapeHtml(url)}</a></td></tr>
</table>
</body></html>
`;
  const text = [
    `${name}\n${until}`,
    ...tiles.map(tile =>
      [tile.name, leadOf(tile), ...(tile.content?.parts ?? []).map(part => partText(part, words)), tile.url]
        .filter(part => part !== '')
        .join('\n'),
    ),
    words.foot + url,
  ].join('\n\n');
  return { subject, text: `${text}\n`, html };
};

/** Bytes of a short text at most: WeCom takes 4,096 with the title and the link. */
const TEXT_BYTES = 3_000;
/** Characters of a line at most. */
const LINE = 120;

/** The short text for channels: a line for each question. */
export const reportLines = (
  { until, tiles }: Pick<Report, 'until' | 'tiles'>,
  language: Language,
): readonly string[] => {
  const words = reportWords[language];
  const lines = tiles.map(tile => {
    const { name, problem, content } = tileIn(tile, language);
    const text = name + words.colon + (problem ?? content?.summary ?? '');
    return text.length > LINE ? `${text.slice(0, LINE - 1)}…` : text;
  });
  const kept: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 2;
    if (bytes > TEXT_BYTES) break;
    kept.push(line);
  }
  return [
    ...kept,
    ...(kept.length < lines.length ? [words.moreQuestions(lines.length - kept.length)] : []),
    untilIn(until, language),
  ];
};
