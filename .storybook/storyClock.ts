// Sets the time of stories, so that their pictures are the same every day. Imported before tests/clock/movedDate.js, which reads the time.
import { NOW } from '../stories/scripted/storyTime.ts';

(globalThis as { testAheadMs?: number }).testAheadMs = NOW.getTime() - Date.now();
