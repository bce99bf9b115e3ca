// Reads delivery reports (RFC 3464, message/delivery-status): groups of header fields, the first about the report, each other about one
// recipient.

/** The value of a field; folded lines are one. */
const fieldIn = (group: string, name: string): string | undefined =>
  new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(group.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim();

/** `smtp; 550 5.1.1 unknown user`: what comes before the first semicolon says whose words they are. */
const wordsOf = (diagnostic: string): string => diagnostic.replace(/^[^;]*;\s*/, '').trim();

/** Returns why an email was not delivered, in the words of the mail server; undefined where the reports say that it is late or delivered. */
export const failureIn = (reports: readonly string[]): string | undefined => {
  const groups = reports.flatMap((report) => report.split(/(?:\r?\n){2,}/));
  const failed = groups.find((group) => fieldIn(group, 'Action')?.toLowerCase() === 'failed');
  if (failed === undefined) return undefined;
  const words = wordsOf(fieldIn(failed, 'Diagnostic-Code') ?? '');
  return words === '' ? (fieldIn(failed, 'Status') ?? '5.0.0') : words;
};
