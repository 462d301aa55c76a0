/** The ways in to an account that are left, as its obstacles are. */
import type { AnswerOf } from '@rollcall/contract';
import type { ConsoleCalls, WayIn } from '@rollcall/contract/console';
import type { IdentifierKind } from '../../platform/identifier.ts';

type Obstacles = AnswerOf<ConsoleCalls['getSignInDiagnosis']>['hindrances'];

/** Obstacles of every way in. */
const ofEveryWay: ReadonlySet<string> = new Set(['blocked', 'deletion-overdue']);
/** Obstacles of codes to the number or address that they are of; a pause of a minute is none. */
const ofCodes: ReadonlySet<string> = new Set([
  'no-sender',
  'messages-failing',
  'message-budget',
  'code-limit',
]);

/** By which ways an account can be signed in to, as the obstacles are. */
export const waysOf = (
  obstacles: Obstacles,
  has: {
    readonly kinds: readonly IdentifierKind[];
    readonly password: boolean;
    readonly bound: readonly ('wechat' | 'qq')[];
  },
): WayIn[] => {
  if (obstacles.some(({ kind }) => ofEveryWay.has(kind))) return [];
  const hasCode = (kind: 'phone' | 'email') =>
    has.kinds.includes(kind) && !obstacles.some(one => ofCodes.has(one.kind) && one.of === kind);
  const locked = obstacles.some(({ kind }) => kind === 'password-locked');
  const away = obstacles.flatMap(({ provider }) => provider ?? []);
  return [
    ...(hasCode('phone') ? (['phone-code'] as const) : []),
    ...(hasCode('email') ? (['email-code'] as const) : []),
    ...(has.password && !locked ? (['password'] as const) : []),
    ...has.bound.filter(provider => !away.includes(provider)),
  ];
};
