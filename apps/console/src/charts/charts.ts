/** All charts, in one chunk that is loaded with the first chart. */
export { Clicks } from './clicks.tsx';
export { Lines } from './lines.tsx';
export { Ribbons } from './ribbons.tsx';
export { Spans } from './spans.tsx';
export { Steps } from './steps.tsx';
export { Triangle } from './triangle.tsx';
