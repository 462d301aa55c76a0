/** The width of a chart's box. */
import { type RefObject, useEffect, useState } from 'react';

/** In CSS pixels; `first` until the box was measured. */
export function useWidth(box: RefObject<HTMLElement | null>, first = 640): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(200, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
