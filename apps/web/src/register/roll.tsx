/**
 * The drawing of a register. When a page is opened, today's mark appears in each row within five seconds; the
 * last row is the visitor's and stays open.
 */

/** The width of a day's column and the height of a row, in units of the drawing. */
const DAY = 44;
const ROW = 44;
/** The visitor's row. */
const YOURS = 8;

/** Small irregularities, the same at each rendering: prerendered and hydrated drawings must agree. */
function wobble(form: number, salt: number): number {
  const mixed = Math.imul(form * 151 + salt * 283 + 7, 2_654_435_761) >>> 8;
  return (mixed % 9) - 4;
}

/** The marks repeat after so many rows, and there are so many forms of a tick: both make the compressed document shorter. */
const KINDS = 7;
const FORMS = 7;

/** A tick from the middle of a day's column to the middle of the next one. */
function tick(row: number, day: number): string {
  const form = (row * 3 + day) % FORMS;
  const turn = (salt: number, share: number) => Math.round(wobble(form, salt) * share);
  const [x, y] = [turn(1, 0.5) - 7, turn(2, 0.4) + 1];
  const [down, across, up] = [5 + turn(4, 0.3), 9 + turn(3, 0.5), 11 + turn(5, 0.3)];
  return `m${x} ${y}l4 ${down}q3-8 ${across}-${up}m${DAY - x - 4 - across} ${up - down - y}`;
}

const start = (day: number): string => `M${day * DAY + DAY / 2} ${ROW / 2}`;

const away = (row: number, day: number): boolean => (row * 5 + day * 7 + ((row * day) % 3)) % 19 === 0;

function marks(row: number, days: number): { here: string; away: string } {
  let here = start(0);
  let gone = '';
  for (let day = 0; day < days; day++) {
    if (!away(row, day)) here += tick(row, day);
    else {
      here += `m${DAY} 0`;
      gone += `M${day * DAY + DAY / 2 - 5} ${ROW / 2}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`;
    }
  }
  return { here, away: gone };
}

/**
 * Hidden from screen readers.
 *
 * @param props.days the columns' names; the last is today
 */
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
    <div className="roll" aria-hidden="true">
      <div className="roll-head">
        <div className="roll-dates">
          {days.map((day, index) => (
            <span key={index} className={index === past ? 'roll-today' : undefined}>
              {day}
            </span>
          ))}
        </div>
      </div>
      <ol className="roll-rows">
        {rows.map((name, row) => {
          const yours = row === YOURS;
          const kind = row % KINDS;
          const drawn = yours ? undefined : marks(kind, past);
          return (
            <li key={name} className={yours ? 'roll-yours' : 'roll-row'}>
              <span className="roll-number">{row + 1}</span>
              <span className="roll-name">{name}</span>
              <div className="roll-strip">
                <svg className="roll-days" width={days.length * DAY} height={ROW}>
                  {drawn ? (
                    <>
                      <path className="roll-mark" d={drawn.here} />
                      <path className="roll-away" d={drawn.away} />
                      <path className="roll-now" d={start(past) + tick(kind, past)} pathLength={1} />
                    </>
                  ) : (
                    <path className="roll-own" d={start(past) + tick(kind, past)} pathLength={1} />
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
