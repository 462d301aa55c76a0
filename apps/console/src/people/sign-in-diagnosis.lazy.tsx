/** The page of `/console/trouble`, loaded when it is opened. */
import { fields, identityFrom } from '@rollcall/contract';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { SecondaryButton } from '../parts/buttons.tsx';
import buttonsCss from '../parts/buttons.module.css';
import filterBarCss from '../parts/filter-bar.module.css';
import { TextField, textIn } from '../parts/text-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageHeader } from '../parts/page.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { useWords } from '../console-context.ts';
import type { AnswerOf, ConsoleCalls } from '../client/calls.ts';
import { ClosedChild, isClosed } from './closed-child.tsx';
import { DiagnosisView } from './diagnosis-view.tsx';
import { diagnosisWords } from './diagnosis-words.ts';

export const route = createLazyRoute('/shell/console/trouble')({ component: SignInDiagnosisPage });

function SignInDiagnosisPage() {
  const diagnosis = route.useLoaderData();
  if (diagnosis && isClosed(diagnosis)) return <ClosedChild id={diagnosis.closed} />;
  return <SignInDiagnosis diagnosis={diagnosis} />;
}

/** Whether a text can be what somebody signs in with. */
const isSignInName = (text: string): boolean =>
  text.includes('@') || fields.PHONE_NUMBER.test(text) || fields.USERNAME.test(text);

type Diagnosis = AnswerOf<ConsoleCalls['getSignInDiagnosis']>;

function SignInDiagnosis({ diagnosis }: { diagnosis: Diagnosis | null }) {
  const { identity } = route.useSearch();
  const navigate = route.useNavigate();
  const words = useWords(diagnosisWords);
  const submit = (data: FormData) => {
    const typed = identityFrom(textIn(data, 'identity'));
    // Nobody signs in with a name.
    if (typed === '' || isSignInName(typed)) void navigate({ search: { identity: typed } });
    else void navigate({ to: '/console/people', search: { q: typed } });
  };
  return (
    <>
      <PageHeader title={words.diagnosis} lead={words.diagnosisLead}>
        {diagnosis?.id ? (
          <Link className={buttonsCss.secondary} to="/console/people/$id" params={{ id: diagnosis.id }}>
            {words.toPerson}
          </Link>
        ) : null}
      </PageHeader>
      <search>
        <SearchForm shown={[identity]} onSubmit={submit}>
          <div className={filterBarCss.first}>
            <TextField
              label={words.diagnosisFind}
              rule={words.diagnosisRule}
              type="search"
              name="identity"
              defaultValue={identity}
              maxLength={254}
              spellCheck={false}
              autoCapitalize="none"
            />
          </div>
          <SecondaryButton type="submit">{words.look}</SecondaryButton>
        </SearchForm>
      </search>
      {diagnosis ? (
        <DiagnosisView diagnosis={diagnosis} identity={identity} />
      ) : (
        <EmptyState what={words.diagnosisStart} how={words.diagnosisStartHow} />
      )}
    </>
  );
}
