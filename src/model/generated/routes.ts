// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

/** First segments of the addresses that are not the application page. */
export const ROUTE_SEGMENTS: readonly string[] = [
  'api',
  'assets',
  'attachment',
  'calendar',
  'healthz',
  'item-id-image',
  'item-uuid-image',
  'locale-overrides',
  'lov',
  'metrics',
  'readyz',
  'task-result',
  'tiles',
  'ws',
  'ws-lrg',
];
