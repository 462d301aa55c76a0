/** The fields of the editor. */
import { BODY_LENGTH, TITLE_LENGTH } from '@rollcall/contract/console';
import type { Language } from '@rollcall/ui';
import { useCommonWords, useWords } from '../console-context.ts';
import choicesCss from '../parts/choices.module.css';
import { TextArea, TextField } from '../parts/text-field.tsx';
import fieldCss from '../parts/field.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import { useNumberFormat } from '../parts/number-format.ts';
import css from './agreements.module.css';
import { type DraftText, languages } from './draft.ts';
import { agreementsWords } from './words.ts';

/** Code and site of a new document. */
export function DocumentFields(props: {
  code: string;
  pid: string;
  wrongCode: boolean;
  onCode: (code: string) => void;
  onPid: (pid: string) => void;
}) {
  const { code, pid, wrongCode, onCode, onPid } = props;
  const words = useWords(agreementsWords);
  return (
    <div className={filterBarCss.bar}>
      <div className={filterBarCss.wide}>
        <TextField
          label={words.code}
          rule={words.codeRule}
          error={wrongCode ? words.codeError : undefined}
          value={code}
          maxLength={64}
          spellCheck={false}
          autoCapitalize="none"
          onChange={event => onCode(event.target.value)}
        />
      </div>
      <div className={filterBarCss.wide}>
        <TextField
          label={words.site}
          rule={words.siteRule}
          optional
          value={pid}
          maxLength={64}
          onChange={event => onPid(event.target.value)}
        />
      </div>
    </div>
  );
}

/** Whether readers have to sign, and the language that is edited. */
export function DraftOptions(props: {
  needsSignature: boolean;
  editable: boolean;
  language: Language;
  onNeedsSignature: (needs: boolean) => void;
  onLanguage: (language: Language) => void;
}) {
  const { needsSignature, editable, language, onNeedsSignature, onLanguage } = props;
  const words = useWords(agreementsWords);
  return (
    <>
      <label className={`${choicesCss.tick} ${css.needs}`}>
        <input
          type="checkbox"
          checked={needsSignature}
          disabled={!editable}
          onChange={event => onNeedsSignature(event.target.checked)}
        />
        <span>
          {words.needsSignature}
          <small className={fieldCss.rule}>{words.needsSignatureRule}</small>
        </span>
      </label>
      <div className={css.tabs} role="radiogroup" aria-label={words.preview}>
        {languages.map(one => (
          <label key={one} lang={one}>
            <input type="radio" name="side" checked={language === one} onChange={() => onLanguage(one)} />
            {words.languages[one]}
          </label>
        ))}
      </div>
    </>
  );
}

/** Title and body in one language. */
export function TextFields(props: {
  text: DraftText;
  language: Language;
  editable: boolean;
  onEdit: (field: 'title' | 'body', value: string) => void;
}) {
  const { text, language, editable, onEdit } = props;
  const words = useWords(agreementsWords);
  const common = useCommonWords();
  const { whole } = useNumberFormat();
  return (
    <div className={css.side}>
      <TextField
        label={words.titleIn[language]}
        lang={language}
        value={text.title[language]}
        maxLength={TITLE_LENGTH}
        readOnly={!editable}
        onChange={event => onEdit('title', event.target.value)}
      />
      <TextArea
        label={words.bodyIn[language]}
        rule={words.bodyRule + common.gap + words.left(whole(BODY_LENGTH - text.body[language].length))}
        lang={language}
        value={text.body[language]}
        maxLength={BODY_LENGTH}
        readOnly={!editable}
        onChange={event => onEdit('body', event.target.value)}
      />
    </div>
  );
}
