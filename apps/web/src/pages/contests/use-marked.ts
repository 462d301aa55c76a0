/** The contests that somebody noted, store on this device. */
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
    // another tab noted one
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  const toggle = (id: number) => {
    // from what is store: another tab may have changed it where no event tells
    const now = new Set(unkept ? marked : read());
    if (!now.delete(id)) now.add(id);
    setMarked(now);
    setUnkept(!store.set(NAME, JSON.stringify([...now])));
  };
  return { marked, unkept, toggle };
}
