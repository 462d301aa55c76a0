/** The page of `/console/webhooks/$id`, loaded when it is opened. */
import { useRouter, createLazyRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useCommonWords, useConsoleContext, useWords } from '../console-context.ts';
import { DateTime, formatDateTime } from '../parts/date-time.tsx';
import { DescriptionList } from '../parts/description-list.tsx';
import { useNumberFormat } from '../parts/number-format.ts';
import { PageHeader } from '../parts/page.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookActs } from './webhook-acts.tsx';
import { WebhookState } from './webhook-state.tsx';
import { webhookWords } from './words.ts';

export const route = createLazyRoute('/shell/console/webhooks/$id')({ component: OneWebhook });

/** Milliseconds until a list with messages that are being sent is read again. */
const AGAIN = 1000;

function OneWebhook() {
  const { origins, webhook, page } = route.useLoaderData();
  const { state, cursor } = route.useSearch();
  const { language } = useConsoleContext();
  const words = useWords(webhookWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  const router = useRouter();
  const sending =
    webhook.paused_at === null && page.items.some(item => item.state === 'waiting' && item.next_at === null);
  useEffect(() => {
    if (!sending) return undefined;
    const timer = setInterval(() => void router.invalidate(), AGAIN);
    return () => clearInterval(timer);
  }, [sending, router]);
  const until = webhook.previous_until;
  return (
    <>
      <PageHeader title={common.titled(words.one, webhook.name)}>
        <WebhookActs webhook={webhook} origins={origins} />
      </PageHeader>
      <DescriptionList
        columns={2}
        items={[
          [words.url, webhook.url],
          [words.state, <WebhookState key="state" of={webhook} />],
          [words.events, webhook.events.map(event => words.event[event]).join(common.comma)],
          [words.personal, webhook.personal ? common.yes : common.no],
          [words.waiting, whole(webhook.waiting)],
          [words.by, webhook.created_by],
          [
            words.secretAt,
            <span key="secret">
              <DateTime at={webhook.secret_at} />
              {until === null ? null : (
                <>
                  {common.comma}
                  {words.overlapUntil(formatDateTime(new Date(until), language, Date.now))}
                </>
              )}
            </span>,
          ],
        ]}
      />
      <Deliveries webhook={webhook} page={page} state={state} cursor={cursor} />
    </>
  );
}
