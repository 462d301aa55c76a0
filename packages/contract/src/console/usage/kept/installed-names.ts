/** Names of the saved questions and the dashboard that come with the installation. */
import type { MessageLanguage } from '../../monitor/alert-channels.ts';

/** By language and template. */
const names: Readonly<Record<MessageLanguage, Readonly<Record<string, string>>>> = {
  'zh-CN': {
    active: '活跃用户',
    sources: '访问来源',
    'sign-up': '从注册到上课',
    retention: '每周留存',
    lessons: '课时',
    stickiness: '活跃天数',
    time: '学习时长',
    paths: '页面去向',
    school: '学校',
  },
  en: {
    active: 'Active people',
    sources: 'Where visits come from',
    'sign-up': 'From sign-up to lesson',
    retention: 'Weekly retention',
    lessons: 'Lessons',
    stickiness: 'Days active',
    time: 'Time spent',
    paths: 'Where people go',
    school: 'School',
  },
};

/**
 * What a saved question or a dashboard is called in a language.
 *
 * @returns the name of the template that it was made from, else its own
 * @example savedName({ name: '学校', template: 'school' }, 'en'); // 'School'
 * @see `docs/usage.md`
 */
export const savedName = (
  { name, template }: { readonly name: string; readonly template?: string | null | undefined },
  language: MessageLanguage,
): string => (template ? names[language][template] : undefined) ?? name;
