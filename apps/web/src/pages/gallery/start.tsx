/** Starts the gallery over its prerendered HTML: without an account, without reporting. */
import '@rollcall/ui/tokens.css';
import '@rollcall/app-shell/base.css';
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
