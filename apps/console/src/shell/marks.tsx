/** The marks of the navigation's groups, and of the frame's own buttons: lines of one width in a square of 24. */

const paths = {
  start: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.2 3.2 0 0 1 0 6.2M17.5 14.5c2.2.8 3.5 2.9 3.5 5.5',
  access: 'M14 10a4.5 4.5 0 1 0-4.3 3.2L11 14.5h2V17h2.5v2.5H19v-3z M8.6 8.6h.1',
  usage: 'M4 20V4M4 20h16M8 16v-4M12.5 16V7M17 16v-6',
  monitor: 'M3 13h4l2.5-7 4 13 2.5-6h5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  administration: 'M12 3 5 6v5c0 4.5 2.8 8 7 10 4.2-2 7-5.5 7-10V6z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  fold: 'M4 5h16v14H4zM9 5v14M15.5 9.5 13 12l2.5 2.5',
  unfold: 'M4 5h16v14H4zM9 5v14M13 9.5l2.5 2.5-2.5 2.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;

/** A group that another release of the frame does not know has the mark of the menu. */
export function Mark({ of }: { of: string }) {
  const d = Object.keys(paths).includes(of) ? paths[of as keyof typeof paths] : paths.menu;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" data-mark="">
      <path d={d} />
    </svg>
  );
}
