/**
 * The calls of `/api/v1`, which the school's other software makes with a service token: those of the console, under the same names, with
 * the same input and answers, and few of their own. An entry point of its own, since neither pages nor the console need them.
 */
import { agreementConsoleCalls } from '../console/agreements.ts';
import { customFieldConsoleCalls } from '../console/custom-fields.ts';
import { importConsoleCalls } from '../console/imports.ts';
import { peopleConsoleCalls } from '../console/people.ts';
import { remedyConsoleCalls } from '../console/remedies.ts';
import { usageConsoleCalls } from '../console/usage/index.ts';
import { usageLatestConsoleCalls } from '../console/usage/latest.ts';
import { type ApiCall, byKey, forPurpose } from './call.ts';
import { ownCalls } from './own.ts';

export type { ApiCall } from './call.ts';
export { ownCalls, type OwnCalls } from './own.ts';
export { webhookMessage, type WebhookMessage } from '../webhooks.ts';

const { listPeople, findPerson, listPersonChanges, getPerson } = peopleConsoleCalls;
const { blockPerson, unblockPerson, endPersonSession, endPersonSessions } = peopleConsoleCalls;
const { createPerson, correctPersonName, updatePerson, deletePerson, cancelPersonDeletion } =
  remedyConsoleCalls;
const { listDocuments, listDocumentVersions, listSignatures } = agreementConsoleCalls;
const imports = importConsoleCalls;
const usage = usageConsoleCalls;

/** Every call of `/api/v1`, by name. */
export const apiCalls = {
  listPeople: byKey(listPeople, 'people:read'),
  findPerson: byKey(findPerson, 'people:read'),
  getPerson: byKey(getPerson, 'people:read'),
  listPersonChanges: byKey(listPersonChanges, 'people:read'),
  listCustomFields: byKey(customFieldConsoleCalls.listCustomFields, 'people:read'),
  createPerson: byKey(createPerson, 'people:write'),
  correctPersonName: forPurpose(correctPersonName, 'people:write'),
  updatePerson: forPurpose(updatePerson, 'people:write'),
  blockPerson: forPurpose(blockPerson, 'people:write'),
  unblockPerson: byKey(unblockPerson, 'people:write'),
  deletePerson: forPurpose(deletePerson, 'people:delete'),
  cancelPersonDeletion: forPurpose(cancelPersonDeletion, 'people:delete'),
  endPersonSession: byKey(endPersonSession, 'sessions:write'),
  endPersonSessions: byKey(endPersonSessions, 'sessions:write'),
  listDocuments: byKey(listDocuments, 'people:read'),
  listDocumentVersions: byKey(listDocumentVersions, 'people:read'),
  listSignatures: byKey(listSignatures, 'people:read'),
  listImports: byKey(imports.listImports, 'people:write'),
  getImport: byKey(imports.getImport, 'people:write'),
  listImportFaults: byKey(imports.listImportFaults, 'people:write'),
  setImportColumns: byKey(imports.setImportColumns, 'people:write'),
  runImport: byKey(imports.runImport, 'people:write'),
  cancelImport: byKey(imports.cancelImport, 'people:write'),
  undoImport: byKey(imports.undoImport, 'people:delete'),
  introspectToken: byKey(ownCalls.introspectToken, 'any'),
  sendEvents: byKey(ownCalls.sendEvents, 'events:write'),
  getUsageScope: byKey(usage.getUsageScope, 'usage:query'),
  listUsageProducts: byKey(usage.listUsageProducts, 'usage:query'),
  getUsageLive: byKey(usage.getUsageLive, 'usage:query'),
  getUsageHeatmap: byKey(usage.getUsageHeatmap, 'usage:query'),
  listUsageKeys: byKey(usage.listUsageKeys, 'usage:query'),
  listUsageProperties: byKey(usage.listUsageProperties, 'usage:query'),
  askUsageQuestion: byKey(usage.askUsageQuestion, 'usage:query'),
  listLatestEvents: byKey(usageLatestConsoleCalls.listLatestEvents, 'usage:query'),
} as const satisfies Record<string, ApiCall>;

export type ApiCalls = typeof apiCalls;
export type ApiCallName = keyof ApiCalls;
