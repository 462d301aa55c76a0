/** A timed event that lasts as long as the lesson is open. */
import { useTimedEvent } from '@rollcall/react/usage';

export function Measured({ event, lesson }: { event: string; lesson: number }) {
  useTimedEvent(event, { biz_data: { lesson } });
  return null;
}
