/** The letters after `g`, and the views to which they go. */
import type { LinkProps } from '@tanstack/react-router';

export const jumps: Readonly<Partial<Record<string, NonNullable<LinkProps['to']>>>> = {
  h: '/console',
  p: '/console/people',
  d: '/console/trouble',
  m: '/console/messages',
  v: '/console/human-verification',
  u: '/console/ask',
  b: '/console/dashboards',
  a: '/console/monitor/alerts',
  e: '/console/monitor/errors',
  o: '/console/operators',
  l: '/console/audit',
};

/** The letter of a view. */
export const letterOf = (path: string): string | undefined =>
  Object.keys(jumps).find(letter => jumps[letter] === path);
