/** Publishing and discarding a draft. */
import type { Language } from '@rollcall/ui';
import { useRouter } from '@tanstack/react-router';
import { useConsoleContext, useWords } from '../console-context.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { bodyOf, type DraftText } from './draft.ts';
import { agreementsWords } from './words.ts';

export interface DraftKey {
  readonly code: string;
  /** null: all sites. */
  readonly pid: string | null;
}

/** Asks before a version whose text was changed in one language alone. */
export function UntouchedDialog(props: {
  /** The language that was not changed. */
  language: Language;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  const { language, onClose, onConfirmed } = props;
  const words = useWords(agreementsWords);
  return (
    <ConfirmDialog
      title={words.untouched[language]}
      text={words.untouchedText[language]}
      label={words.untouchedContinue}
      busy={words.untouchedContinue}
      onClose={onClose}
      onConfirm={async () => undefined}
      onDone={onConfirmed}
    />
  );
}

export function PublishDialog(props: {
  document: DraftKey;
  text: DraftText;
  baseVersion: number;
  onClose: () => void;
  onPublished: () => void;
}) {
  const { document, text, baseVersion, onClose, onPublished } = props;
  const { client, language } = useConsoleContext();
  const words = useWords(agreementsWords);
  const router = useRouter();
  return (
    <ConfirmDialog
      text={words.publishText(baseVersion + 1, text.title[language], text.needsSignature)}
      label={words.publish}
      busy={words.publishing}
      onClose={onClose}
      onConfirm={async (_, signal) => {
        const body = { ...document, ...bodyOf(text), base_version: baseVersion };
        await client.call('publishDocument', { body }, signal);
        onPublished();
        router.clearCache();
      }}
      onDone={() => {
        onClose();
        void router.navigate({
          to: '/console/agreements/$code',
          params: { code: document.code },
          search: { pid: document.pid ?? '' },
          ignoreBlocker: true,
        });
      }}
    />
  );
}

export function DiscardDialog(props: { document: DraftKey; onClose: () => void; onDiscarded: () => void }) {
  const { document, onClose, onDiscarded } = props;
  const { client } = useConsoleContext();
  const words = useWords(agreementsWords);
  const router = useRouter();
  return (
    <ConfirmDialog
      text={words.discardText}
      label={words.discard}
      busy={words.discarding}
      onClose={onClose}
      onConfirm={async (_, signal) => {
        await client.call('discardDraft', { body: document }, signal);
        onDiscarded();
        router.clearCache();
      }}
      onDone={() => {
        onClose();
        void router.navigate({ to: '/console/agreements', ignoreBlocker: true });
      }}
    />
  );
}
