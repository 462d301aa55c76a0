/** What was recorded of the use of the pages. */
import type { ConsentKind } from '@rollcall/contract';
import { privacyWords } from '../privacy/words.ts';
import { useWords } from '../provider/use-words.ts';
import type { RecordedUse } from './kept-data.ts';
import { Records, Written } from './records.tsx';
import { useTimes } from './use-times.tsx';
import { myDataWords } from './words.ts';

const CONSENTS = ['event', 'view', 'user', 'app', 'device'] as const satisfies readonly ConsentKind[];

export function UsageRecords({ recorded }: { recorded: RecordedUse }) {
  const words = useWords('myData', myDataWords);
  const privacy = useWords('privacy', privacyWords);
  const { locale, time } = useTimes();
  const { consents, events, newest } = recorded;
  const { sections } = words;
  return (
    <>
      <Records
        title={sections.consents}
        items={consents.map(({ product, at, granted, claimed }) => ({
          facts: [
            [words.at, time(at)],
            [
              words.agreed,
              CONSENTS.filter(kind => granted[kind])
                .map(kind => privacy.kinds[kind])
                .join(privacy.comma) || words.withdrawn,
            ],
            [words.product, <Written key="p">{product}</Written>],
            ...(claimed ? [[words.source, privacy.claimed] as const] : []),
          ],
        }))}
      />
      <Records
        title={sections.usage}
        note={(events > newest.length ? words.events : words.eventsAll)(events.toLocaleString(locale))}
        items={newest.map(event => ({
          facts: [
            [words.at, time(event.time)],
            [words.eventKinds[event.kind] ?? String(event.kind), <Written key="k">{event.key}</Written>],
            [words.product, <Written key="p">{event.product}</Written>],
          ],
        }))}
      />
    </>
  );
}
