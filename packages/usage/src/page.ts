import type { Clock } from './clock.ts';
import type { Consent } from './consent.ts';
import type { Delivery } from './delivery.ts';
import type { Identity } from './identity.ts';
import type { PageLifecycle } from './page-lifecycle.ts';
import type { PersistenceAdapter } from './persistence-adapter.ts';
import type { Recorder } from './recorder.ts';
import type { SavedTexts } from './saved-texts.ts';
import type { OpenTimers } from './timers.ts';

/** The inputs of a page's reporting. */
export interface PageBase {
  /** The document is there, and a product code and a URL are set; until `close()`. */
  _on: boolean;
  /** Prefix of every name in storages and cookies, shared by the tabs that share a store. */
  readonly _prefix: string;
  /** The collector's `/usage/v1/`. */
  readonly _url: string;
  /** The `meta` of a batch, as JSON. */
  readonly _meta: string;
  /** Whether this is a valid event key; warns if not. */
  readonly _isKey: (key: string) => boolean;
  /** Undefined without persistence, and while reporting is switched off. */
  _persistence?: PersistenceAdapter | undefined;
}

/**
 * The reporting of one page. Each part is made by a file of its own, from this object, which it reads when it runs and
 * not while it is made.
 *
 * Names that begin with `_` are shortened when the package is built.
 */
export interface Page
  extends PageBase,
    SavedTexts,
    Clock,
    Identity,
    Consent,
    Recorder,
    Delivery,
    OpenTimers,
    PageLifecycle {}
