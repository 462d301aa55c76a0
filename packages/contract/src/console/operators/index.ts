/** The console's calls about operators: sign-in, sessions, links, roles, the audit log, and the front page. */
import type { ConsoleCall } from '../call.ts';
import {
  getConsoleState,
  createFirstOperator,
  signInOperator,
  signOutOperator,
  getOperator,
  changeOperatorPassword,
  listOwnSessions,
  endOwnSession,
  endOwnOtherSessions,
} from './sign-in.ts';
import { listOperators, changeOperatorRole, disableOperator, enableOperator } from './roles.ts';
import {
  inviteOperator,
  listInvitations,
  withdrawInvitation,
  lookAtInvitation,
  acceptInvitation,
  linkOperatorPassword,
  setOperatorPassword,
} from './links.ts';
import {
  challengeOperatorSignIn,
  finishOperatorSignIn,
  getOwnSecondFactors,
  challengeOperator,
  proveOperator,
  startOperatorTotp,
  addOperatorTotp,
  removeOperatorTotp,
  startOperatorPasskey,
  addOperatorPasskey,
  removeOperatorPasskey,
  renewOperatorRecoveryCodes,
  resetOperatorSecondFactor,
} from './second-factor.ts';
import { exportAudit, listAudit } from './audit.ts';
import { getHealth } from './health.ts';
import { getOverview } from './overview.ts';

export { type AuditEntry, type AuditOrder, auditOrders } from './audit.ts';
export type { Operator } from './fields.ts';
export type { Invitation } from './links.ts';
export type { OperatorRow } from './roles.ts';
export type { OperatorSession } from './sign-in.ts';

/** The console's calls about operators. */
export const operatorConsoleCalls = {
  getConsoleState,
  createFirstOperator,
  signInOperator,
  signOutOperator,
  getOperator,
  changeOperatorPassword,
  listOwnSessions,
  endOwnSession,
  endOwnOtherSessions,
  listOperators,
  inviteOperator,
  listInvitations,
  withdrawInvitation,
  lookAtInvitation,
  acceptInvitation,
  linkOperatorPassword,
  setOperatorPassword,
  changeOperatorRole,
  disableOperator,
  enableOperator,
  challengeOperatorSignIn,
  finishOperatorSignIn,
  getOwnSecondFactors,
  challengeOperator,
  proveOperator,
  startOperatorTotp,
  addOperatorTotp,
  removeOperatorTotp,
  startOperatorPasskey,
  addOperatorPasskey,
  removeOperatorPasskey,
  renewOperatorRecoveryCodes,
  resetOperatorSecondFactor,
  listAudit,
  exportAudit,
  getHealth,
  getOverview,
} as const satisfies Record<string, ConsoleCall>;
