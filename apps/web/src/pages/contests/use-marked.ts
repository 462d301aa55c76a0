/** The contests that the person bookmarked, stored on this device. */
import { createTextStore } from '@rollcall/react';
import { useEffect, useState } from 'react';

const NAME = 'contests';
const store = createTextStore();

const read = (): ReadonlySet<number> => {
  try {
    const ids: unknown = JSON.parse(store.get(NAME) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter(id => Number.isInteger(id)) : []);
  } catch {
    return new Set();
  }
};

export function useMarked() {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [unkept, setUnkept] = useState(false);
  useEffect(() => {
    const look = () => setMarked(read());
    look();
    // another tab changed the bookmarks
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  const toggle = (id: number) => {
    // read again: another tab may have changed the bookmarks without an event
    const now = new Set(unkept ? marked : read());
    if (!now.delete(id)) now.add(id);
    setMarked(now);
    setUnkept(!store.set(NAME, JSON.stringify([...now])));
  };
  return { marked, unkept, toggle };
}
