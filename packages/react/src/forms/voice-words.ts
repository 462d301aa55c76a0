/** Words of the offer to be called. In a file of its own, loaded late. */
import type { Language } from '@rollcall/ui';

const en = { none: 'No text message?', call: 'Get a call instead', calling: 'Calling…' };

export type VoiceWords = typeof en;

export const voiceWords: Readonly<Record<Language, VoiceWords>> = {
  en,
  'zh-CN': { none: '收不到短信？', call: '接听语音验证码', calling: '正在拨打…' },
};
