/** Shows a new token; the server does not give it again. */
import { useWords } from '../console-context.ts';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { serviceTokenWords } from './words.ts';

export function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const words = useWords(serviceTokenWords);
  return (
    <SecretDialog title={words.made} secret={token} onClose={onClose}>
      {words.madeText}
    </SecretDialog>
  );
}
