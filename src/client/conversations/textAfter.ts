/** Returns what was written after a text that was sent. */
export const textAfter = (sent: string, now: string): string =>
  now === sent ? '' : (now.startsWith(sent) ? now.slice(sent.length) : now).trimStart();
