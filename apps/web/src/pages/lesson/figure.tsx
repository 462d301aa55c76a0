/** A lesson's figure, drawn again at each press, in a chunk of its own. */
import { useState } from 'react';
import { drawing } from '../../examples/drawing.ts';
import { HEIGHT, WIDTH } from '../../examples/size.ts';
import type { SubjectName } from '../../examples/subjects.ts';
import css from './lesson.module.css';

export function Figure({ subject, alt, redraw }: { subject: SubjectName; alt: string; redraw: string }) {
  const [seed, setSeed] = useState(0);
  return (
    <>
      <img
        className={css.drawing}
        src={`data:image/svg+xml,${encodeURIComponent(drawing(subject, seed))}`}
        alt={alt}
        width={WIDTH}
        height={HEIGHT}
      />
      <button type="button" onClick={() => setSeed(seed + 1)}>
        {redraw}
      </button>
    </>
  );
}
