// Reads delivery reports (RFC 3464, message/delivery-status): groups of header fields, the first about the report, each other about one
// recipient.

/** Returns the value of a field with folded lines joined. */
const fieldIn = (group: string, name: string): string | undefined =>
  new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(group.replaceAll(/\r?\n[ \t]+/g, ' '))?.[1]?.trim();

/** Returns the text after the first semicolon: `smtp; 550 5.1.1 unknown user` names its source before it. */
const diagnosticText = (diagnostic: string): string => diagnostic.replace(/^[^;]*;\s*/, '').trim();

/** Returns the mail server's reason why an email was not delivered; undefined when the reports say that it is late or delivered. */
export const failureIn = (reports: readonly string[]): string | undefined => {
  const groups = reports.flatMap((report) => report.split(/(?:\r?\n){2,}/));
  const failed = groups.find((group) => fieldIn(group, 'Action')?.toLowerCase() === 'failed');
  if (failed === undefined) return undefined;
  const words = diagnosticText(fieldIn(failed, 'Diagnostic-Code') ?? '');
  return words === '' ? (fieldIn(failed, 'Status') ?? '5.0.0') : words;
};
