/** The names of kinds of events, and the numbers that the store keeps. */
import { eventKind } from '@rollcall/contract';
import { type UsageKind, usageKinds } from '@rollcall/contract/console';

export const kindNumber = (name: UsageKind): number => eventKind[name];

/** @throws Error for a number that no event can have */
export const kindName = (number: number): UsageKind => {
  const name = usageKinds.find(one => eventKind[one] === number);
  if (name === undefined) throw new Error(`no kind of event has the number ${number}`);
  return name;
};

/** The condition of one kind; without a kind, of custom events, views and clicks. */
export const ofKind = (name: UsageKind | undefined): string =>
  name === undefined ? 'kind <= 2' : `kind = ${kindNumber(name)}`;
