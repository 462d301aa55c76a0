/** `/guardian`, and `/guardian/TOKEN` of a message: the page of parents and guardians, who have no account. */
import { GuardianPortal } from '@rollcall/react';
import { useBrowserValue } from '@rollcall/ui';
import { Frame } from '../../frame/frame.tsx';
import type { Words } from '../../words/words.ts';

export function GuardianPage({ words }: { words: Words }) {
  // unknown while prerendering
  const path = useBrowserValue(() => location.pathname, undefined);
  return (
    <Frame words={words} layout="form">
      {path === undefined ? (
        <p>{words.phrases.work.loading}</p>
      ) : (
        <GuardianPortal token={path.split('/')[2] || undefined} />
      )}
    </Frame>
  );
}
