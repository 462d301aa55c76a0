/** Questions: what an analyst asks, as one value. */
export type { QuestionAnswer, QuestionBody } from './answer.ts';
export {
  cohortDefinition,
  filterLimits,
  membersOf,
  operators,
  type Behaviour,
  type CohortDefinition,
  type Comparison,
  type Condition,
  type Group,
  type PropertyOperator,
  type QuestionEvent,
  type QuestionFilter,
} from './condition.ts';
export {
  figureUnit,
  mayWatch,
  watchedPeriods,
  watchedSeries,
  type FigureUnit,
  type WatchedPeriod,
} from './figure.ts';
export { readFormula } from './formula.ts';
export { propertyType, questionProperties, type Property, type PropertyType } from './property.ts';
export {
  aggregates,
  measures,
  questionDefaults,
  questionTypes,
  seriesLetters,
  type Behind,
  type Measure,
  type Question,
  type QuestionInput,
  type QuestionPeriod,
  type QuestionType,
  type Series,
} from './question.ts';
export { eventName, groupName, questionTerms, type QuestionTerms } from './terms.ts';
export { readQuestion, writeQuestion } from './text.ts';
