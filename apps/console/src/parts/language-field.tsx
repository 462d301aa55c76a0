/** The language of what is sent to somebody. Each is called by its own name. */
import { type MessageLanguage, messageLanguages } from '@rollcall/contract/console';
import { labelled, SelectField } from './select-field.tsx';

const names: Readonly<Record<MessageLanguage, string>> = { 'zh-CN': '中文', en: 'English' };

export const languageName = (language: MessageLanguage): string => names[language];

export function LanguageField(props: {
  label: string;
  value: MessageLanguage;
  onSelect: (language: MessageLanguage) => void;
  rule?: string | undefined;
}) {
  return <SelectField {...props} options={labelled(messageLanguages, names)} />;
}
