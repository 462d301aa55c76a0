/** Every chart: one chunk of the delivery, loaded where the first is drawn. */
export { Clicks } from './clicks.tsx';
export { Lines } from './lines.tsx';
export { Ribbons } from './ribbons.tsx';
export { Spans } from './spans.tsx';
export { Steps } from './steps.tsx';
export { Triangle } from './triangle.tsx';
