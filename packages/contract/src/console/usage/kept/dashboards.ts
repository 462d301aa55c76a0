/** Dashboards: grids of saved questions and saved statements. */
import * as v from 'valibot';
import { done } from '../../../answers.ts';
import type { ConsoleCall } from '../../call.ts';
import { flag, maybeText, text, uuid } from '../../page.ts';
import { base } from '../filter.ts';
import { questionFilter } from '../question/condition.ts';
import { questionPeriod } from '../question/question.ts';
import { keptFields, keptLimits, made, oneOfRevision, revision, said, sharing } from './shared.ts';

const path = `${base}/dashboards`;

/** Columns of a dashboard's grid; narrow screens have one. */
export const dashboardColumns = 4;

/** How many columns a tile takes. */
const width = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(dashboardColumns));

const shown = {
  /** The period of all tiles; null: each has that of its question. */
  period: v.nullable(questionPeriod),
  /** Holds for all tiles, beside the filters of their questions. */
  filter: v.nullable(questionFilter),
  /** Whether the overview shows it; there is one at most. */
  front: v.boolean(),
} as const;

const summary = v.object({ ...keptFields, front: v.boolean(), tiles: v.pipe(v.number(), v.integer()) });
export type DashboardSummary = v.InferOutput<typeof summary>;

const tile = v.object({
  /** The id of a saved question or of a saved statement (`saveSql`). */
  id: text,
  name: text,
  template: v.nullable(text),
  /** Null: it is a statement. */
  question: maybeText,
  /** The statement, for operators who may run it; null for others. */
  sql: maybeText,
  width,
});
export type DashboardTile = v.InferOutput<typeof tile>;

const dashboard = v.object({ ...keptFields, ...shown, tiles: v.array(tile) });
export type Dashboard = v.InferOutput<typeof dashboard>;

const fields = {
  ...said,
  ...sharing,
  ...shown,
  /** In the order in which they stand: ids of saved questions and of saved statements. */
  tiles: v.pipe(v.array(v.object({ id: uuid, width })), v.maxLength(keptLimits.tiles)),
} as const;

const listDashboards = {
  summary: 'The dashboards that are shared with the role of the operator, by name.',
  method: 'GET',
  path,
  role: 'viewer',
  answer: v.object({ items: v.array(summary) }),
  refusals: [],
} as const satisfies ConsoleCall;

const getDashboard = {
  summary:
    'A dashboard with its questions, which it shares; with `front` the one of the overview, if the role may see it.',
  method: 'GET',
  path: `${path}/one`,
  role: 'viewer',
  query: v.object({ id: v.optional(uuid), front: v.optional(flag, false) }),
  answer: v.object({ dashboard: v.nullable(dashboard) }),
  refusals: ['NotFound'],
} as const satisfies ConsoleCall;

const createDashboard = {
  summary: 'Makes a dashboard of saved questions and saved statements.',
  method: 'POST',
  path,
  role: 'admin',
  act: 'usage.create-dashboard',
  body: v.object(fields),
  answer: made,
  refusals: ['IllegalOperation', 'NotFound'],
} as const satisfies ConsoleCall;

const changeDashboard = {
  summary: 'Replaces a dashboard. Refused as Conflict where it was changed meanwhile.',
  method: 'PUT',
  path,
  role: 'admin',
  act: 'usage.change-dashboard',
  body: v.object({ id: uuid, revision, ...fields }),
  answer: made,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

const deleteDashboard = {
  summary: 'Deletes a dashboard; its questions and statements stay.',
  method: 'POST',
  path: `${path}/delete`,
  role: 'admin',
  act: 'usage.delete-dashboard',
  body: oneOfRevision,
  answer: done,
  refusals: ['NotFound', 'Conflict'],
} as const satisfies ConsoleCall;

export const dashboardCalls = {
  listDashboards,
  getDashboard,
  createDashboard,
  changeDashboard,
  deleteDashboard,
} as const satisfies Record<string, ConsoleCall>;
