// Sizes in pixels at which the layout changes. Style sheets repeat them in their conditions, which cannot read custom properties;
// tests/architecture/styleTokens.test.ts compares both.

export const WIDTHS = {
  /** Widths of the window: zoomed page, phones, header in two lines, several columns, touch, docked navigation. */
  window: {
    zoomed: 320,
    phone: 420,
    largePhone: 480,
    tablet: 600,
    header: 720,
    columns: 960,
    desk: 1024,
    docked: 1280,
  },
  /** Heights of the window. */
  heights: [400, 420, 640],
  /** Widths of a column, a listing, a dashboard, a chart and a form. */
  parts: [370, 420, 460, 480, 520, 560, 620, 640, 700, 760, 820, 860, 900, 1020, 1040, 1080, 1240],
} as const;

/** Returns the media query of windows that are at least so wide. */
export const windowFrom = (width: keyof typeof WIDTHS.window): string => `(min-width: ${WIDTHS.window[width]}px)`;
