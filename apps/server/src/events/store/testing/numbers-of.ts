/** The numbers of an answer, and which people are behind each. */
import type { Behind, QuestionBody } from '@rollcall/contract/console';

type Body<Kind extends QuestionBody['kind']> = Extract<QuestionBody, { readonly kind: Kind }>;

export interface AnsweredNumber {
  /** How many people, or of a move how many times; undefined: the answer does not say. */
  readonly count: number | undefined;
  readonly behind: Behind;
}

const ofGroup = (by: (string | null)[]) => (by.length === 0 ? {} : { by });

const ofFunnel = ({ groups, points, trend }: Body<'funnel'>): AnsweredNumber[] => [
  ...groups.flatMap(({ by, steps }) =>
    steps.flatMap(({ people, between }, at): AnsweredNumber[] => {
      const told = { steps: at + 1, lost: false, ...ofGroup(by) };
      const before = steps[at - 1]?.people ?? 0;
      const median = between?.p50;
      return [
        { count: people, behind: { funnel: told } },
        ...(at === 0 ? [] : [{ count: before - people, behind: { funnel: { ...told, lost: true } } }]),
        ...(typeof median === 'number'
          ? [{ upto: median }, { over: median }, { over: 0, upto: median }].map(took => ({
              count: undefined,
              behind: { funnel: { ...told, took } },
            }))
          : []),
      ];
    }),
  ),
  ...trend.flatMap((counts, at) =>
    counts.map((count, step) => ({
      count,
      behind: { funnel: { steps: step + 1, lost: false, point: points[at] } },
    })),
  ),
];

const ofRetention = ({ groups }: Body<'retention'>): AnsweredNumber[] =>
  groups.flatMap(({ by, cohorts }) => {
    const group = ofGroup(by);
    const longest = Math.max(0, ...cohorts.map(({ back }) => back.length));
    return [
      { count: cohorts.reduce((sum, { people }) => sum + people, 0), behind: { retention: group } },
      ...Array.from({ length: longest }, (_, after) => ({
        count: undefined,
        behind: { retention: { after, ...group } },
      })),
      ...cohorts.flatMap(({ point, people, back }) => [
        { count: people, behind: { retention: { point, ...group } } },
        ...back.map((count, after) => ({ count, behind: { retention: { point, after, ...group } } })),
      ]),
    ];
  });

const ofPaths = ({ moves }: Body<'paths'>): AnsweredNumber[] =>
  moves.flatMap(({ step, from_page: from, to_page: to, moves: count }) => [
    { count, behind: { paths: { step, from, to } } },
    { count: undefined, behind: { paths: { step, from } } },
    { count: undefined, behind: { paths: { step, to } } },
  ]);

/** @returns nothing for kinds whose people are told by filters */
export const numbersOf = (body: QuestionBody): AnsweredNumber[] => {
  if (body.kind === 'funnel') return ofFunnel(body);
  if (body.kind === 'retention') return ofRetention(body);
  if (body.kind === 'paths') return ofPaths(body);
  if (body.kind !== 'stickiness') return [];
  return body.lines.flatMap(({ series, by, people }) =>
    people.map((count, at) => ({
      count,
      behind: { stickiness: { series, points: at + 1, ...ofGroup(by) } },
    })),
  );
};
