/** Whether a webhook sends. */
import type { Webhook } from '@rollcall/contract/console';
import { useWords } from '../console-context.ts';
import { StatusBadge } from '../parts/status-badge.tsx';
import { webhookWords } from './words.ts';

export function WebhookState({ of }: { of: Pick<Webhook, 'paused_at' | 'paused_by'> }) {
  const words = useWords(webhookWords);
  if (of.paused_at === null) return <StatusBadge tone="good">{words.on}</StatusBadge>;
  return of.paused_by === null ? (
    <StatusBadge tone="bad">{words.failed}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{words.paused}</StatusBadge>
  );
}
