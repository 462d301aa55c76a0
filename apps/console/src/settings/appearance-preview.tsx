/** How the head and the button of the sign-in page will look. */
import { Seal } from '@rollcall/ui';
import { useConsoleContext, useWords } from '../console-context.ts';
import { contrastWithWhite } from './contrast.ts';
import css from './appearance-preview.module.css';
import { schoolWords } from './school-words.ts';

interface Appearance {
  readonly name: string;
  readonly mark: string;
  readonly colour: string;
}

/** The settings that it shows. */
export const APPEARANCE = ['ROLLCALL_NAME', 'ROLLCALL_NAME_EN', 'ROLLCALL_MARK', 'ROLLCALL_COLOUR'] as const;

export function AppearancePreview({ name, mark, colour }: Appearance) {
  const words = useWords(schoolWords);
  const { language } = useConsoleContext();
  const picture = /^(?:https:\/\/\S+|\/pictures\/[\da-f]{32}\.webp)$/.test(mark) ? (
    <img src={mark} alt="" />
  ) : (
    <Seal form="outline" />
  );
  return (
    <figure className={css.preview}>
      <figcaption>{words.preview}</figcaption>
      <p className={css.brand}>
        {picture}
        <span>{name || (language === 'en' ? 'Rollcall' : '点名册')}</span>
      </p>
      <p
        className={css.button}
        style={contrastWithWhite(colour) === undefined ? undefined : { background: colour, color: '#fff' }}
      >
        {words.signIn}
      </p>
    </figure>
  );
}
