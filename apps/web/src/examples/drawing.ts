/** The contests' drawings, as SVG. */
import { seeded } from './contest.ts';
import { circles, curve, network, rose, tree, wave } from './drawings/curves.ts';
import { knight, life, maze, rule, sort, tiles } from './drawings/grids.ts';
import type { Ink, Random } from './drawings/ink.ts';
import { HEIGHT, WIDTH } from './size.ts';
import type { SubjectName } from './subjects.ts';

/** Pairs of paper and ink that suit both themes. */
const papers = [
  ['#e9e2d0', '#27405f', '#8a6d3b'],
  ['#dfe6e1', '#23483d', '#7d5a12'],
  ['#e3e4ea', '#2d3558', '#1f6f78'],
  ['#ede3d8', '#4a3a2c', '#2b6247'],
  ['#dde3e8', '#1f3a4d', '#8a5a2b'],
] as const;

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
