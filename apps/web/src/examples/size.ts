/** The size of a contest's drawing, in its units and in pixels. */
export const WIDTH = 480;
export const HEIGHT = 320;
