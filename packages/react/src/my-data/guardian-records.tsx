/** What is kept of the age and the guardian. */
import type { ConsentKind } from '@rollcall/contract';
import { bracketed } from '../phrases/locale.ts';
import { privacyWords } from '../privacy/words.ts';
import { useWords } from '../provider/use-words.ts';
import { useRollcall } from '../provider/provider.tsx';
import type { KeptData } from './kept-data.ts';
import { Records, Written } from './records.tsx';
import { useTimes } from './use-times.tsx';
import { myDataWords } from './words.ts';

export function GuardianRecords({ guardian }: Pick<KeptData['account'], 'guardian'>) {
  const { phrases } = useRollcall();
  const words = useWords('myData', myDataWords);
  const privacy = useWords('privacy', privacyWords);
  const { time, schoolDate } = useTimes();
  const kindsOf = (kinds: readonly ConsentKind[]) =>
    kinds.map(kind => privacy.kinds[kind]).join(privacy.comma);
  if (guardian.birth_year === null && guardian.decisions.length === 0) return null;
  return (
    <Records
      title={words.sections.guardian}
      items={[
        {
          facts: [
            [words.birthYear, guardian.birth_year],
            [words.birthYearFrom, guardian.birth_year_from && words.sources[guardian.birth_year_from]],
            [words.childUntil, schoolDate(guardian.child_until)],
            [words.guardianPhone, guardian.phone_number],
            [words.guardianAsked, time(guardian.asked_at)],
            [words.guardianConsent, time(guardian.consented_at)],
            [words.guardianTold, time(guardian.told_at)],
            [words.allowed, kindsOf(guardian.usage)],
            [words.deletion, time(guardian.erase_at ?? guardian.due_at)],
          ],
        },
        ...guardian.decisions.map(one => ({
          head: words.decisions[one.decision],
          facts: [
            [words.at, time(one.at)],
            [words.guardianPhone, one.phone],
            [words.address, one.address],
            [
              words.consentedTo,
              one.agreements
                .map(({ title, version }) => title + bracketed(phrases, words.version(version)))
                .join(privacy.comma),
            ],
            [words.allowed, one.usage && (kindsOf(one.usage) || words.no)],
            [words.learns, one.client && `${one.client.name}: ${one.client.scopes.join(', ') || words.no}`],
            [words.ownDevice, one.own_device ? words.yes : null],
          ] as const,
        })),
        ...guardian.clients.map(one => ({
          head: <Written>{one.name}</Written>,
          facts: [
            [words.asks, one.asked.join(', ')],
            [words.at, time(one.asked_at)],
            [words.learns, one.allowed.join(', ')],
          ] as const,
        })),
      ]}
    />
  );
}
