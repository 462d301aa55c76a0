/** The contests' drawings: each subject is drawn by its own algorithm. */
import { seeded } from './contest.ts';
import { HEIGHT, WIDTH } from './size.ts';
import type { SubjectName } from './subjects.ts';

type Random = (below: number) => number;
/** Lines, and areas that are filled. */
interface Ink {
  readonly line: string;
  readonly fill?: string;
  readonly width?: number;
}

/** Pairs of paper and ink that suit both themes. */
const papers = [
  ['#e9e2d0', '#27405f', '#8a6d3b'],
  ['#dfe6e1', '#23483d', '#7d5a12'],
  ['#e3e4ea', '#2d3558', '#1f6f78'],
  ['#ede3d8', '#4a3a2c', '#2b6247'],
  ['#dde3e8', '#1f3a4d', '#8a5a2b'],
] as const;

const at = (x: number, y: number): string => `${Math.round(x)} ${Math.round(y)}`;
const box = (x: number, y: number, width: number, height = width): string =>
  `M${at(x, y)}h${Math.round(width)}v${Math.round(height)}h-${Math.round(width)}z`;
const circle = (x: number, y: number, r: number): string =>
  `M${at(x - r, y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;

/** A spanning tree by depth-first search; its walls are what is not a passage. */
function maze(random: Random): Ink {
  const [columns, rows, size] = [20, 12, 22];
  const [left, top] = [20, 28];
  const open = new Set<string>();
  const seen = new Set(['0,0']);
  const path: [number, number][] = [[0, 0]];
  for (let here = path.at(-1); here; here = path.at(-1)) {
    const [x, y] = here;
    const ways = [
      [x + 1, y],
      [x - 1, y],
      [x, y + 1],
      [x, y - 1],
    ].filter(([a = -1, b = -1]) => a >= 0 && b >= 0 && a < columns && b < rows && !seen.has(`${a},${b}`));
    const way = ways[random(ways.length || 1)];
    if (!way) {
      path.pop();
      continue;
    }
    const [a = 0, b = 0] = way;
    open.add(`${Math.min(x, a)},${Math.min(y, b)},${x === a ? 'down' : 'right'}`);
    seen.add(`${a},${b}`);
    path.push([a, b]);
  }
  let line = `M${left + size} ${top}h${(columns - 1) * size}v${rows * size}M${left + (columns - 1) * size} ${top + rows * size}H${left}V${top}`;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      if (x + 1 < columns && !open.has(`${x},${y},right`))
        line += `M${left + (x + 1) * size} ${top + y * size}v${size}`;
      if (y + 1 < rows && !open.has(`${x},${y},down`))
        line += `M${left + x * size} ${top + (y + 1) * size}h${size}`;
    }
  return { line, width: 3 };
}

function tree(random: Random): Ink {
  let line = '';
  let fill = '';
  const grow = (x: number, y: number, angle: number, length: number, depth: number) => {
    const [toX, toY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
    line += `M${at(x, y)}L${at(toX, toY)}`;
    if (depth === 0) {
      if (random(3) === 0) fill += circle(Math.round(toX), Math.round(toY), 3);
      return;
    }
    const turn = (20 + random(14)) * (Math.PI / 180);
    grow(toX, toY, angle - turn, length * (0.68 + random(14) / 100), depth - 1);
    grow(toX, toY, angle + turn, length * (0.68 + random(14) / 100), depth - 1);
  };
  grow(WIDTH / 2, HEIGHT - 10, -Math.PI / 2, 74, 7);
  return { line, fill, width: 2 };
}

/** Some generations after a random start. */
function life(random: Random): Ink {
  const [columns, rows, size] = [30, 20, 16];
  let living = new Set<number>();
  for (let cell = 0; cell < columns * rows; cell++) if (random(3) === 0) living.add(cell);
  const around = [-1, 0, 1].flatMap(y => [-1, 0, 1].map(x => [x, y] as const)).filter(([x, y]) => x || y);
  for (let generation = 0; generation < 14; generation++) {
    const next = new Set<number>();
    for (let cell = 0; cell < columns * rows; cell++) {
      const count = around.filter(([x, y]) =>
        living.has(
          (((Math.floor(cell / columns) + y + rows) % rows) * columns + ((cell + x + columns) % columns)) | 0,
        ),
      ).length;
      if (count === 3 || (count === 2 && living.has(cell))) next.add(cell);
    }
    living = next;
  }
  let line = '';
  for (let x = 1; x < columns; x++) line += `M${x * size} 0v${HEIGHT}`;
  for (let y = 1; y < rows; y++) line += `M0 ${y * size}h${WIDTH}`;
  const fill = [...living]
    .map(cell => box((cell % columns) * size + 2, Math.floor(cell / columns) * size + 2, size - 4))
    .join('');
  return { line, fill, width: 0.5 };
}

/** A bubble sort, stopped halfway. */
function sort(random: Random): Ink {
  const heights = Array.from({ length: 24 }, (_, index) => 30 + index * 10);
  for (let index = heights.length - 1; index > 0; index--) {
    const other = random(index + 1);
    [heights[index], heights[other]] = [heights[other] ?? 0, heights[index] ?? 0];
  }
  for (let round = 0; round < 9 + random(6); round++)
    for (let index = 0; index + 1 < heights.length; index++) {
      const [one = 0, two = 0] = [heights[index], heights[index + 1]];
      if (one > two) [heights[index], heights[index + 1]] = [two, one];
    }
  const fill = heights.map((height, index) => box(30 + index * 17.6, HEIGHT - 24 - height, 11, height));
  return { line: `M20 ${HEIGHT - 22}h440`, fill: fill.join(''), width: 2 };
}

/** Warnsdorff's rule: always the square with the fewest continuations. */
function knight(random: Random): Ink {
  const [size, side, left, top] = [8, 36, 96, 16];
  const leaps = [
    [1, 2],
    [2, 1],
    [-1, 2],
    [-2, 1],
    [1, -2],
    [2, -1],
    [-1, -2],
    [-2, -1],
  ] as const;
  const been = new Set<string>();
  const ways = (x: number, y: number) =>
    leaps
      .map(([a, b]) => [x + a, y + b] as const)
      .filter(([a, b]) => a >= 0 && b >= 0 && a < size && b < size && !been.has(`${a},${b}`));
  let here: readonly [number, number] | undefined = [random(size), random(size)];
  const points: string[] = [];
  while (here) {
    const [x, y]: readonly [number, number] = here;
    been.add(`${x},${y}`);
    points.push(at(left + x * side + side / 2, top + y * side + side / 2));
    here = ways(x, y).toSorted((one, two) => ways(...one).length - ways(...two).length)[0];
  }
  let fill = '';
  for (let y = 0; y < size; y++)
    for (let x = y % 2; x < size; x += 2) fill += box(left + x * side, top + y * side, side);
  return { line: `M${points.join('L')}`, fill, width: 2.5 };
}

function curve(random: Random): Ink {
  const size = 16;
  const [cell, left, top] = [18, 105, 25];
  const flip = random(2) === 1;
  const point = (index: number) => {
    let [x, y] = [0, 0];
    let rest = index;
    for (let step = 1; step < size; step *= 2) {
      const right = 1 & (rest >> 1);
      const up = 1 & (rest ^ right);
      if (up === 0) {
        if (right === 1) [x, y] = [step - 1 - x, step - 1 - y];
        [x, y] = [y, x];
      }
      x += step * right;
      y += step * up;
      rest >>= 2;
    }
    return flip ? [size - 1 - x, size - 1 - y] : [x, y];
  };
  const points = Array.from({ length: size * size }, (_, index) => {
    const [x = 0, y = 0] = point(index);
    return at(left + x * cell, top + y * cell);
  });
  return { line: `M${points.join('L')}`, width: 4 };
}

/** Truchet's tiles. */
function tiles(random: Random): Ink {
  const side = 40;
  let line = '';
  for (let y = 0; y < HEIGHT; y += side)
    for (let x = 0; x < WIDTH; x += side)
      line +=
        random(2) === 0
          ? `M${x + 20} ${y}a20 20 0 0 1-20 20M${x + 40} ${y + 20}a20 20 0 0 0-20 20`
          : `M${x + 20} ${y}a20 20 0 0 0 20 20M${x} ${y + 20}a20 20 0 0 1 20 20`;
  return { line, width: 7 };
}

function network(random: Random): Ink {
  const points = Array.from({ length: 22 }, (_, index) => ({
    x: 46 + (index % 6) * 76 + random(46) - 23,
    y: 48 + Math.floor(index / 6) * 74 + random(40) - 20,
  }));
  let line = '';
  for (const [index, from] of points.entries()) {
    const near = points
      .filter(to => to !== from)
      .toSorted((a, b) => Math.hypot(a.x - from.x, a.y - from.y) - Math.hypot(b.x - from.x, b.y - from.y));
    for (const to of near.slice(0, 2 + (index % 2))) line += `M${at(from.x, from.y)}L${at(to.x, to.y)}`;
  }
  return { line, fill: points.map(({ x, y }) => circle(x, y, 4 + random(6))).join(''), width: 2 };
}

function wave(random: Random): Ink {
  let line = '';
  const [slow, quick, shift] = [1 + random(3), 4 + random(5), random(60)];
  for (let row = 0; row < 15; row++) {
    const points: string[] = [];
    for (let x = 0; x <= WIDTH; x += 12) {
      const part = (x / WIDTH) * Math.PI * 2;
      const rise =
        Math.sin(part * slow + row / 3 + shift) * 12 +
        Math.sin(part * quick + row + shift) * 5 * Math.sin(part / 2);
      points.push(at(x, 34 + row * 18 + rise));
    }
    line += `M${points.join('L')}`;
  }
  return { line, width: 2 };
}

/** Elementary cellular automata (Wolfram) with an interesting pattern. */
function rule(random: Random): Ink {
  const number = [30, 90, 110, 150, 105, 73][random(6)] ?? 30;
  const [columns, size] = [60, 8];
  let row = Array.from({ length: columns }, (_, x) => (number === 110 ? random(2) : Number(x === 30)));
  let fill = '';
  for (let y = 0; y < HEIGHT / size; y++) {
    for (let x = 0; x < columns; x++) {
      if (!row[x]) continue;
      let run = 1;
      while (row[x + run] === 1) run++;
      fill += `M${x * size} ${y * size}h${run * size}v${size}h-${run * size}z`;
      x += run;
    }
    const above = row;
    row = above.map((cell, x) => {
      const pattern =
        4 * (above[(x + columns - 1) % columns] ?? 0) + 2 * cell + (above[(x + 1) % columns] ?? 0);
      return (number >> pattern) & 1;
    });
  }
  return { line: '', fill };
}

function circles(random: Random): Ink {
  const packed: { x: number; y: number; r: number }[] = [];
  for (let attempt = 0; attempt < 900 && packed.length < 110; attempt++) {
    const [x, y] = [random(WIDTH), random(HEIGHT)];
    const room = Math.min(
      x - 8,
      y - 8,
      WIDTH - 8 - x,
      HEIGHT - 8 - y,
      ...packed.map(other => Math.hypot(other.x - x, other.y - y) - other.r - 3),
    );
    if (room >= 4) packed.push({ x, y, r: Math.min(Math.floor(room), 46) });
  }
  const drawn = (odd: number) =>
    packed
      .filter((_, index) => index % 3 === odd)
      .map(({ x, y, r }) => circle(x, y, r))
      .join('');
  return { line: drawn(0) + drawn(1), fill: drawn(2), width: 2 };
}

function rose(random: Random): Ink {
  const [petals, step] = [2 + random(6), [29, 71, 97, 31, 53, 19][random(6)] ?? 29];
  const points = Array.from({ length: 361 }, (_, index) => {
    const angle = (index * step * Math.PI) / 180;
    const r = 148 * Math.sin(petals * angle);
    return at(WIDTH / 2 + r * Math.cos(angle), HEIGHT / 2 + r * Math.sin(angle));
  });
  return { line: `M${points.join('L')}`, width: 0.8 };
}

const draw: Readonly<Record<SubjectName, (random: Random) => Ink>> = {
  maze,
  tree,
  life,
  sort,
  knight,
  curve,
  tiles,
  network,
  wave,
  rule,
  circles,
  rose,
};

/** The drawing of a contest as an SVG file. */
export function drawing(subject: SubjectName, id: number): string {
  const random = seeded(id);
  const [paper, ink, second] = papers[random(papers.length)] ?? papers[0];
  const { line, fill = '', width = 2 } = draw[subject](random);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<path fill="${paper}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>`,
    fill && `<path fill="${line ? second : ink}" fill-opacity="${line ? 0.55 : 1}" d="${fill}"/>`,
    line &&
      `<path fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${line}"/>`,
    '</svg>',
  ].join('');
}
