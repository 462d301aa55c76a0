/** Marks figures that include sample data. */
import { pageSettings } from '@rollcall/app-shell/settings';
import { useCommonWords } from '../console-context.ts';
import css from './sample-badge.module.css';

export function SampleBadge({ sampled }: { sampled: boolean }) {
  const words = useCommonWords();
  return sampled ? (
    <p className={css.sampled} title={words.sampleWhat(pageSettings().sample?.remove)}>
      <span aria-hidden="true">◇</span> {words.sample}
    </p>
  ) : null;
}
