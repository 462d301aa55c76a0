/** An event of usual size, of one of 5,000 persons. */
import type { StoredEvent } from '../../apps/server/src/events/record/stored-event.ts';

let made = 0;
/** @param time and `received` in ms since 1970 */
export const benchEvent = (time: number, received: number): StoredEvent => {
  const clock = time.toString(16).padStart(12, '0');
  const count = (made++).toString(16).padStart(12, '0');
  const person = made % 5000;
  return {
    id: `${clock.slice(0, 8)}-${clock.slice(8)}-7001-8000-${count}`,
    product: 'school',
    time,
    deviceTime: time,
    received,
    sequence: made % 50,
    kind: 0,
    key: `lesson.${made % 40}`,
    data: { lesson: made % 900 },
    process: `p${person}`,
    library: '0.1.0',
    user: `${person}`,
    platform: 'Linux x86_64',
    language: 'zh-CN',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0',
    network: '4g',
    density: 1,
    cpu: 8,
    resolution: '1920x1080',
    device: `d${person}`,
  };
};
