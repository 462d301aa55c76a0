import type { ThirdParty } from '@rollcall/contract';

/**
 * The properties of the component that is shown while the vendor's page is open in another window or a frame.
 */
export interface ThirdPartyPendingProps {
  readonly to: ThirdParty;
  /** The window that was opened for the vendor's page; undefined: the page is embedded. */
  readonly popup: Window | undefined;
  /** Whether it has a place of its own on the page, so that nothing hides it. */
  readonly beside?: boolean;
  /** Whether the person pressed the button; false where the vendor's page was embedded without a press. */
  readonly pressed: boolean;
  readonly returnTo: string;
  /** Called once, when the vendor has answered and this page goes on. */
  readonly onAnswered?: () => void;
  readonly onSignedIn: (returnTo: string) => void;
  readonly onGiveUp: () => void;
}
