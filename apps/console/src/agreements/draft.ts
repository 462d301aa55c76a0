/** The text that the editor works on, and loading it. */
import type { Language } from '@rollcall/ui';
import type { Client } from '../client/client.ts';

export const languages = ['zh-CN', 'en'] as const;
type Bilingual = Readonly<Record<Language, string>>;

/** The text that the operator edits. */
export interface DraftText {
  readonly needsSignature: boolean;
  readonly title: Bilingual;
  readonly body: Bilingual;
}

/** A draft as the server has it. */
export interface Draft extends DraftText {
  /** Version in force that the draft changes; 0: the document has none. */
  readonly baseVersion: number;
  /** Title and text of the version in force; null: the document has none. */
  readonly base: Pick<DraftText, 'title' | 'body'> | null;
  /** Counts the saves, so that a save over someone else's is refused; 0: not saved yet. */
  readonly revision: number;
  /** Milliseconds since 1970; null: not saved yet. */
  readonly savedAt: number | null;
  /** The operator who saved it; null: not saved yet, or before names were kept. */
  readonly savedBy: string | null;
}

const empty: Draft = {
  needsSignature: true,
  title: { 'zh-CN': '', en: '' },
  body: { 'zh-CN': '', en: '' },
  baseVersion: 0,
  base: null,
  revision: 0,
  savedAt: null,
  savedBy: null,
};

/**
 * Loads the draft of a document; without one a copy of the version in force, without that an empty text.
 * @param pid the site of the document; empty: all sites
 */
export async function loadDraft(
  client: Client,
  code: string,
  pid: string,
  signal: AbortSignal,
): Promise<Draft> {
  if (code === '') return empty;
  const documents = await client.call('listDocuments', {}, signal);
  const document = documents.find(one => one.code === code && (one.pid ?? '') === pid);
  if (!document) return empty;
  const { id } = document;
  const version =
    id === null ? undefined : await client.call('getDocumentVersion', { query: { id } }, signal);
  const base = version ? { title: version.title, body: version.body } : null;
  if (document.draft_at !== null) {
    const draft = await client.call('getDraft', { query: { code, pid } }, signal);
    return {
      base,
      needsSignature: draft.needs_signature,
      title: draft.title,
      body: draft.body,
      baseVersion: draft.base_version,
      revision: draft.revision,
      savedAt: draft.changed_at,
      savedBy: draft.changed_by,
    };
  }
  if (!version) return empty;
  return {
    ...empty,
    base,
    needsSignature: version.needs_signature,
    title: version.title,
    body: version.body,
    baseVersion: version.version,
  };
}

export const isChanged = (text: DraftText, saved: DraftText): boolean =>
  text.needsSignature !== saved.needsSignature ||
  languages.some(one => text.title[one] !== saved.title[one] || text.body[one] !== saved.body[one]);

/** The language that is as in the version in force while the other was changed; undefined: there is none. */
export const untouchedLanguage = (text: DraftText, base: Draft['base']): Language | undefined => {
  if (!base) return undefined;
  const isSame = (one: Language) => text.title[one] === base.title[one] && text.body[one] === base.body[one];
  return languages.every(isSame) ? undefined : languages.find(isSame);
};

/** Whether title and body are written in every language. */
export const isComplete = (text: DraftText): boolean =>
  languages.every(one => text.title[one].trim() !== '' && text.body[one].trim() !== '');

/** The text as calls take it. */
export const bodyOf = ({ needsSignature, title, body }: DraftText) => ({
  needs_signature: needsSignature,
  title,
  body,
});
