import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LISTING_RECOUNT_MS, OWN_RECOUNT_MS, RecountTimer } from 'src/client/listing/RecountTimer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[EXPERIENCE] counts once for changes that arrive close together, the own ones sooner', () => {
  const recount = vi.fn(() => Promise.resolve());
  const recounts = new RecountTimer(recount);
  recounts.within(LISTING_RECOUNT_MS);
  recounts.within(OWN_RECOUNT_MS);
  recounts.within(LISTING_RECOUNT_MS);
  vi.advanceTimersByTime(OWN_RECOUNT_MS);
  expect(recount).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * LISTING_RECOUNT_MS);
  expect(recount).toHaveBeenCalledTimes(1);
  recounts.within(LISTING_RECOUNT_MS);
  recounts.stop();
  vi.advanceTimersByTime(2 * LISTING_RECOUNT_MS);
  expect(recount).toHaveBeenCalledTimes(1);
});
