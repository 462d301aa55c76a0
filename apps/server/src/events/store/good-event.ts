import type { StoredEvent } from '../record/stored-event.ts';

/** An event that every working store accepts. */
export const goodEvent: StoredEvent = {
  id: '00000000-0000-7000-8000-000000000000',
  product: 'check',
  time: 0,
  deviceTime: 0,
  received: 0,
  sequence: 0,
  kind: 0,
  key: 'check',
};
