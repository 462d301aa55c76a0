/** Hydrates the gallery, without an account and without usage reporting. */
import '@rollcall/ui/tokens.css';
import '../../frame/base.css';
import { RollcallProvider } from '@rollcall/react';
import { hydrateRoot } from 'react-dom/client';
import type { Words } from '../../words/words.ts';
import { GalleryPage } from './page.tsx';

export function start(words: Words): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  hydrateRoot(
    root,
    <RollcallProvider auth={undefined} phrases={words.phrases}>
      <GalleryPage words={words} />
    </RollcallProvider>,
  );
}
