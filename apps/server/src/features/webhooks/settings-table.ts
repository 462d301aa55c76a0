/** Settings of webhooks, described. */
import { list, none, settings } from '../../platform/setting.ts';

/** Webhooks. */
export const webhookTable = settings({
  ROLLCALL_WEBHOOK_ORIGINS: list(none, {
    en: 'The same for [webhooks](webhooks.md), which tell other software of accounts.',
    'zh-CN': '同上，用于把账号事件告知其他软件的 webhook。',
  }),
});
