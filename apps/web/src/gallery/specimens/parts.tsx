/** Small components. */
import { Avatar, SignedInNotice, LazyImage, Seal, SignOutButton, InfiniteScroll } from '@rollcall/react';
import { error, type Specimens } from './specimen.ts';

const scroll =
  (first: number, fails = false) =>
  () => (
    <InfiniteScroll
      label="Badges"
      first={{ items: Array.from({ length: first }, (_, at) => at + 1), next: fails ? first : undefined }}
      load={() => Promise.reject(new Error('lost'))}
      keyOf={item => item}
    >
      {(item, titleId) => <p id={titleId}>{item}</p>}
    </InfiniteScroll>
  );

export const partsStates = {
  'sign-out-button': {
    ready: { draw: () => <SignOutButton />, signedIn: true },
    busy: {
      draw: () => <SignOutButton />,
      signedIn: true,
      answers: { 'accounts/logout': 'never' },
      reach: async hand => {
        await hand.press('button');
        await hand.see('[data-working]');
      },
    },
    error: {
      draw: () => <SignOutButton />,
      signedIn: true,
      answers: { 'accounts/logout': 'lost' },
      reach: async hand => {
        await hand.press('button');
        await hand.see(error);
      },
    },
  },
  'infinite-scroll': {
    end: { draw: scroll(3) },
    error: {
      draw: scroll(3, true),
      reach: async hand => {
        await hand.press('button');
        await hand.see('[role=alert]');
      },
    },
  },
  'lazy-image': {
    failed: {
      draw: () => <LazyImage src="/gallery/none.png" alt="Badge" width={320} height={180} />,
      reach: hand => hand.see('[data-phase=failed]'),
    },
  },
  avatar: { initial: { draw: () => <Avatar url={null} nickname="林小满" /> } },
  seal: {
    stamped: { draw: () => <SignedInNotice word="到！" text="Here!" /> },
    outline: { draw: () => <Seal form="outline" /> },
  },
} as const satisfies Specimens;
