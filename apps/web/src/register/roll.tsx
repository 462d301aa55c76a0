/**
 * The register: a drawn roll of rows. Once a page, the call goes down the roll and each pupil's mark for today is
 * written; it takes less than five seconds and then rests. The last line called is the visitor's own, still open.
 */
import css from './roll.module.css';

/** Width of a day's column and height of a row, in the drawing's units. */
const DAY = 44;
const ROW = 44;
/** The row that is the visitor's. */
const YOURS = 8;

/** The same small irregularity for the same place at each drawing: prerendered and hydrated rolls must agree. */
function wobble(row: number, day: number, salt: number): number {
  const mixed = Math.imul(row * 73 + day * 151 + salt * 283 + 7, 2_654_435_761) >>> 8;
  return (mixed % 9) - 4;
}

function tick(row: number, day: number): string {
  const turn = (salt: number, share: number) => Math.round(wobble(row, day, salt) * share);
  const x = day * DAY + DAY / 2 + turn(1, 0.5);
  const y = ROW / 2 + turn(2, 0.4);
  return `M${x - 7} ${y + 1}l4 ${5 + turn(4, 0.3)}q3-8 ${9 + turn(3, 0.5)}-${11 + turn(5, 0.3)}`;
}

const away = (row: number, day: number): boolean => (row * 5 + day * 7 + ((row * day) % 3)) % 19 === 0;

function marks(row: number, days: number): { here: string; away: string } {
  let here = '';
  let gone = '';
  for (let day = 0; day < days; day++) {
    if (!away(row, day)) here += tick(row, day);
    else gone += `M${day * DAY + DAY / 2 - 5} ${ROW / 2}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`;
  }
  return { here, away: gone };
}

/** Decoration: hidden from assistive technology. `days` name the columns; the last is today. */
export function Roll({
  names,
  days,
  you,
}: {
  names: readonly string[];
  days: readonly string[];
  you: string;
}) {
  const past = days.length - 1;
  const rows = [...names.slice(0, YOURS), you, ...names.slice(YOURS)];
  return (
    <div className={css.roll} aria-hidden="true">
      <div className={css.head}>
        <div className={css.dates}>
          {days.map((day, index) => (
            <span key={index} className={index === past ? css.today : undefined}>
              {day}
            </span>
          ))}
        </div>
      </div>
      <ol className={css.rows}>
        {rows.map((name, row) => {
          const yours = row === YOURS;
          const drawn = yours ? undefined : marks(row, past);
          return (
            <li key={name} className={yours ? css.yours : css.row} data-row={row}>
              <span className={css.number}>{row + 1}</span>
              <span className={css.name}>{name}</span>
              <div className={css.strip}>
                <svg className={css.days} width={days.length * DAY} height={ROW}>
                  {drawn ? (
                    <>
                      <path className={css.mark} d={drawn.here} />
                      <path className={css.away} d={drawn.away} />
                      <path className={css.now} d={tick(row, past)} pathLength={1} />
                    </>
                  ) : (
                    <path className={css.own} d={tick(row, past)} pathLength={1} />
                  )}
                </svg>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
