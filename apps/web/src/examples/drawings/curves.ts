/** The subjects that are drawn as curves, branches and circles. */
import { HEIGHT, WIDTH } from '../size.ts';
import { at, circle, type Ink, type Random } from './ink.ts';

export function tree(random: Random): Ink {
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

export function curve(random: Random): Ink {
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

export function network(random: Random): Ink {
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

export function wave(random: Random): Ink {
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

export function circles(random: Random): Ink {
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

export function rose(random: Random): Ink {
  const [petals, step] = [2 + random(6), [29, 71, 97, 31, 53, 19][random(6)] ?? 29];
  const points = Array.from({ length: 361 }, (_, index) => {
    const angle = (index * step * Math.PI) / 180;
    const r = 148 * Math.sin(petals * angle);
    return at(WIDTH / 2 + r * Math.cos(angle), HEIGHT / 2 + r * Math.sin(angle));
  });
  return { line: `M${points.join('L')}`, width: 0.8 };
}
