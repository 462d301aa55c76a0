/** The console's calls of monitoring. */
import type { ConsoleCall } from '../call.ts';
import {
  changeAlertChannel,
  createAlertChannel,
  deleteAlertChannel,
  listAlertChannels,
  testAlertChannel,
} from './alert-channels.ts';
import {
  getCallHealth,
  getMonitorScope,
  getResourceFailures,
  getVitals,
  getVitalTrend,
  listMonitorProducts,
} from './health.ts';
import {
  listErrorGroups,
  getErrorCounts,
  getErrorGroup,
  setErrorGroupNote,
  setErrorGroupStatus,
} from './error-groups.ts';
import {
  listAlertRules,
  createAlertRule,
  changeAlertRule,
  deleteAlertRule,
  listAlertEpisodes,
  testAlertRule,
} from './alerts.ts';

export {
  botKinds,
  channelKinds,
  messageLanguages,
  type AlertChannel,
  type BotKind,
  type ChannelKind,
  type MessageLanguage,
} from './alert-channels.ts';
export {
  absenceMinutes,
  alertKinds,
  createAlertRule,
  fitsHours,
  isAbsence,
  type AlertDefaults,
  type AlertEpisode,
  type AbsenceKind,
  type AlertHours,
  type AlertKind,
  type EpisodeEnd,
  type AlertRule,
  type AlertRuleInput,
} from './alerts.ts';
export {
  COUNTED_DAYS,
  getErrorCounts,
  getErrorGroup,
  groupOrders,
  groupStatuses,
  NOTE_CHARACTERS,
  NOTE_LENGTH,
  type ErrorGroup,
  type GroupOrder,
  type GroupStatus,
  type ReadableFrame,
} from './error-groups.ts';
export { MONITOR_DAYS } from './fields.ts';
export {
  getCallHealth,
  getResourceFailures,
  getVitals,
  getVitalTrend,
  ratings,
  SCOPE_DAYS,
  vitalDevices,
  vitalNetworks,
  vitalThresholds,
  vitals,
  type Rating,
  type Vital,
} from './health.ts';

/** The console's calls about monitoring. */
export const monitorConsoleCalls = {
  getMonitorScope,
  listMonitorProducts,
  getCallHealth,
  getVitals,
  getVitalTrend,
  listErrorGroups,
  getErrorCounts,
  getErrorGroup,
  setErrorGroupNote,
  setErrorGroupStatus,
  getResourceFailures,
  listAlertRules,
  createAlertRule,
  changeAlertRule,
  deleteAlertRule,
  testAlertRule,
  listAlertEpisodes,
  listAlertChannels,
  createAlertChannel,
  changeAlertChannel,
  deleteAlertChannel,
  testAlertChannel,
} as const satisfies Record<string, ConsoleCall>;

export type MonitorConsoleCalls = typeof monitorConsoleCalls;
