/** The chosen picture behind a round opening: dragged, or moved and enlarged by three sliders. */
import { type PointerEvent, useRef } from 'react';
import { useWords } from '../provider/use-words.ts';
import css from './picture.module.css';
import { type Cut, MOST_ZOOM, squareOf } from './picture-cut.ts';
import { pictureWords } from './picture-words.ts';
import type { PictureFlow } from './use-picture.ts';

const percent = (share: number): string => `${share * 100}%`;
const within = (share: number): number => Math.min(1, Math.max(0, share));

type Props = { readonly cut: NonNullable<PictureFlow['cut']> } & Pick<
  PictureFlow,
  'preview' | 'changeCut' | 'unreadable'
>;

export function CutPreview({ preview, cut, changeCut, unreadable }: Props) {
  const words = useWords('picture', pictureWords);
  const from = useRef<{ x: number; y: number; cut: Cut }>(undefined);
  const { side, left, top } = squareOf(cut, cut);
  const move = (event: PointerEvent<HTMLElement>) => {
    const { current: start } = from;
    if (!start) return;
    const pixel = side / event.currentTarget.clientWidth;
    // the picture follows the finger; where it has no room it stays
    const along = (moved: number, room: number, at: number) =>
      room > 0 ? within(at - (moved * pixel) / room) : at;
    changeCut({
      x: along(event.clientX - start.x, cut.width - side, start.cut.x),
      y: along(event.clientY - start.y, cut.height - side, start.cut.y),
    });
  };
  const end = () => {
    from.current = undefined;
  };
  return (
    // the keyboard has the sliders
    <div
      className={css.opening}
      onPointerDown={event => {
        from.current = { x: event.clientX, y: event.clientY, cut };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <img
        src={preview}
        alt={words.preview}
        draggable={false}
        onError={unreadable}
        style={{
          width: percent(cut.width / side),
          height: percent(cut.height / side),
          left: percent(-left / side),
          top: percent(-top / side),
        }}
      />
    </div>
  );
}

export function CutSliders({ cut, changeCut }: Pick<Props, 'cut' | 'changeCut'>) {
  const words = useWords('picture', pictureWords);
  const sliders = [
    { name: 'zoom', min: 1, max: MOST_ZOOM },
    { name: 'x', min: 0, max: 1 },
    { name: 'y', min: 0, max: 1 },
  ] as const;
  return (
    <div className={css.sliders}>
      {sliders.map(({ name, min, max }) => (
        <label key={name}>
          <span>{words.cut[name]}</span>
          <input
            type="range"
            min={min}
            max={max}
            step={0.01}
            value={cut[name]}
            onChange={event => changeCut({ [name]: Number(event.target.value) })}
          />
        </label>
      ))}
    </div>
  );
}
