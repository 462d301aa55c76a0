/**
 * Usage reporting for React: hooks, and the components that ask for consent. An entry of its own, loaded later
 * than the page.
 */
export { ConsentBanner } from './consent-banner.tsx';
export { createUsage } from './create-usage.ts';
export { ConsentSettings } from './consent-settings.tsx';
export { UsageProvider, type UsageProviderProps, useGuardianUsage, useUsage } from './provider.tsx';
export {
  type Consent,
  kinds as consentKinds,
  endRecordOnly,
  recordedOnlyFor,
  recordOnly,
  useConsent,
} from './use-consent.ts';
export { usePageView } from './use-page-view.ts';
export { useTimedEvent } from './use-timed-event.ts';
export { type UsageWords, usageWords, usageWordsVersion } from './words.ts';
