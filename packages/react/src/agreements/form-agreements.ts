/** Agreements as a part of a form: the form is not sent before they are accepted. */
import { problemOf, type ProblemName } from '../problem/problem.ts';
import { type Agreements, NONE_NAMED } from './use-agreements.ts';

/** The place of the tick in a form, named as in the contract. */
export type AgreementPlace = 'agreement_ids';

/** For `checks` of `useForm`. */
export const agreementChecks = ({ accepted, list }: Agreements) => ({
  agreement_ids: (): ProblemName | undefined =>
    accepted || list?.length === 0 ? undefined : 'AgreementsUnsigned',
});

/** What is sent as `agreement_ids` (specification, section 9). */
export const agreementIds = ({ list }: Agreements): number[] =>
  list?.length ? list.map(({ id }) => id) : NONE_NAMED;

/** Waits for a call that names the agreements; where newer ones are in force by then, these are loaded. */
export const orReload = async <T>(agreements: Agreements, call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (thrown) {
    if (problemOf(thrown).name === 'AgreementsOutdated') agreements.reload();
    throw thrown;
  }
};

/** The agreements whose tick removes the form's problem beside it, and whose dialog sends the form. */
export const agreementsIn = (
  form: {
    readonly clearProblems: (place: AgreementPlace) => void;
    readonly submit: (settled: AgreementPlace) => void;
  },
  agreements: Agreements,
): Agreements => ({
  ...agreements,
  accept: accepted => {
    agreements.accept(accepted);
    form.clearProblems('agreement_ids');
  },
  goOn: () => form.submit('agreement_ids'),
});
