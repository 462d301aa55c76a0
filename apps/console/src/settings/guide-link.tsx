/** A link to a guide, which the server has at /guides. */
import { useWords } from '../console-context.ts';
import { settingWords } from './words.ts';

/** @param props.path its path and place in the sources, such as `docs/phrases.md#names` */
export function GuideLink({ path }: { path: string }) {
  const words = useWords(settingWords);
  const [, name = '', anchor = ''] = /^docs\/([\w-]+)\.md(#.*)?$/.exec(path) ?? [];
  return <a href={`/guides/${name}${anchor}`}>{words.guide(name)}</a>;
}
