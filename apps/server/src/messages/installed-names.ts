/** Names of saved questions and dashboards that came with the installation, in the words of messages to operators. */
import type { Language } from '../http/language.ts';

/** By template; those that are absent keep their own name, which is Chinese. */
const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  'zh-CN': {},
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

/** What a question or a dashboard is called in a language. */
export const nameIn = (
  { name, template }: { readonly name: string; readonly template?: string | null | undefined },
  language: Language,
): string => (template ? names[language][template] : undefined) ?? name;
