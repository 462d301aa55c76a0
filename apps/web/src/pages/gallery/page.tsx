/** `/gallery`: each component in each state; not in production. */
import { Gallery } from '../../gallery/gallery.tsx';
import type { Words } from '../../words/words.ts';

export function GalleryPage({ words }: { words: Words }) {
  return <Gallery language={words.phrases.language} />;
}
