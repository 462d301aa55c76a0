/** The contests that somebody noted, kept on this device. */
import { keptTexts } from '@rollcall/react';
import { useEffect, useState } from 'react';

const NAME = 'contests';
const kept = keptTexts();

const read = (): ReadonlySet<number> => {
  try {
    const ids: unknown = JSON.parse(kept.get(NAME) ?? '[]');
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
    // from what is kept: another tab may have changed it where no event tells
    const now = new Set(unkept ? marked : read());
    if (!now.delete(id)) now.add(id);
    setMarked(now);
    setUnkept(!kept.set(NAME, JSON.stringify([...now])));
  };
  return { marked, unkept, toggle };
}
