import type { AppContext } from '../../http/context.ts';
import type { HashingSettings } from '../../identity/passwords.ts';
import type { MessageBudget } from '../../messages/message-budget.ts';
import type { Messages } from '../../messages/messages.ts';
import type { CodeSettings } from '../../messages/settings.ts';
import type { messageWords } from '../../messages/words.ts';
import type { ThirdPartySettings } from './third-party/vendors/settings.ts';
import type { PagePids } from './agreements/agreement-page.ts';
import type { Site } from '../../http/site-foot.ts';
import type { UsageJob } from '@rollcall/contract';
import type { PictureDecoder } from '../../pictures/decoder.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import type { NamesSettings } from './profile/names/settings.ts';
import type { accountPagesWords } from './words.ts';
import type { Verification } from '../../identity/verification.ts';
import type { MinorsSettings } from '../../identity/minors/age.ts';
import type { Secret } from '../../platform/derive-key.ts';

/** What the accounts need of the application. */
export interface AccountsApp extends AppContext {
  readonly messages: Messages;
  readonly messageBudget: MessageBudget;
  readonly config: {
    readonly secret: Secret;
    /** The pids that are served; undefined: any well-formed one. */
    readonly pids: readonly string[] | undefined;
    /** The pids that require a second factor. */
    readonly secondFactorPids: readonly string[];
    /** The access tokens' `iss`. */
    readonly issuer: string;
    /** Origins whose pages may call. */
    readonly origins: readonly string[] | 'loopback';
    /** `domain`: the one that the pages share. */
    readonly pages: {
      readonly domain?: string | undefined;
    } & PagePids &
      Site;
    readonly codes: CodeSettings;
    readonly hashing: HashingSettings;
    readonly thirdParty: ThirdPartySettings;
    readonly minors: MinorsSettings;
    readonly names: NamesSettings;
    /** What the server says itself: the school's own words, where it has any. */
    readonly words: { readonly messages: typeof messageWords; readonly served: typeof accountPagesWords };
  };
  /** Decides when a human has to be verified; `createVerification` unless given. */
  readonly verification?: Verification;
  readonly pictures: Pictures;
  readonly decoder: PictureDecoder;
  /**
   * Begins an export of a pupil's recorded use, for the guardian. @returns the path of its file, and earlier exports
   */
  readonly exportUsage?: (
    accountId: string,
  ) => Promise<{ readonly link: string; readonly jobs: readonly UsageJob[] }>;
}
