/** The subjects that are drawn cell by cell. */
import { HEIGHT, WIDTH } from '../size.ts';
import { at, box, type Ink, type Random } from './ink.ts';

/** A spanning tree by depth-first search; its walls are what is not a passage. */
export function maze(random: Random): Ink {
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

/** Some generations after a random start. */
export function life(random: Random): Ink {
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
export function sort(random: Random): Ink {
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
export function knight(random: Random): Ink {
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

/** Truchet's tiles. */
export function tiles(random: Random): Ink {
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

/** Elementary cellular automata (Wolfram) with an interesting pattern. */
export function rule(random: Random): Ink {
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
