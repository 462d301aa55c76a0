/** A timed event that lasts as long as this stands on the page: reported when it goes, where that is allowed. */
import { useTimedEvent } from '@rollcall/react/usage';

export function Measured({ event, lesson }: { event: string; lesson: number }) {
  useTimedEvent(event, { biz_data: { lesson } });
  return null;
}
