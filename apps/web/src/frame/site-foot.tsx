/** The content of every page's foot, for prerendering only. The server fills in the school's name, its support and its records. */
import type { SiteFootWords } from './foot-words.ts';

export function SiteFoot({ words }: { words: SiteFootWords }) {
  return (
    <>
      <span data-school="" />
      <a href="/agreements">{words.agreements}</a>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the server writes the address, or removes the link */}
      <a data-support="" href="">
        {words.support}
      </a>
    </>
  );
}
