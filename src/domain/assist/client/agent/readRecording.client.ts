// Reads the file of a recording: one batch of events of the recorder in each line, compressed.

import { EventType, type eventWithTime } from 'rrweb';

const isEvent = (value: unknown): value is eventWithTime =>
  typeof value === 'object' && value !== null && 'type' in value && 'timestamp' in value;

const eventsOf = (text: string): readonly eventWithTime[] => {
  const events = text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): unknown => JSON.parse(line))
    .filter(isEvent);
  // A recording that was granted later begins with the next picture of the whole page.
  const first = events.findIndex(({ type }) => type === EventType.Meta);
  return first === -1 ? [] : events.slice(first);
};

/** Rejects if the file cannot be read. */
export const readRecording = async (address: string): Promise<readonly eventWithTime[]> => {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`the recording was answered with ${response.status}`);
  return eventsOf(await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).text());
};
