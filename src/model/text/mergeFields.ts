// The fields of a letter's template, `{consultation.projectName}`, put in. The merged letter is text that people go on writing, so a
// value never becomes formatting: whatever Markdown would read as a sign is escaped.

/** A field: a dotted path in braces. `\{` is a brace. */
const FIELD = /\\\{|\{([$_A-Za-z][\w$.]*)\}/gu;
const SIGNS = /[\\`*_{}[\]<>()#+\-.!|~]/gu;
/** At most so many are named in a refusal. */
const MAX_NAMED = 20;

export interface Merged {
  readonly text: string;
  /** Fields that nothing is known of, as they were written, each once. They stand in the text as they were. */
  readonly unknown: readonly string[];
  /** Fields that the item leaves empty. Their places are empty in the text. */
  readonly empty: readonly string[];
}

/** Example: `2*3` becomes `2\*3`, which Markdown shows as it was written. */
export const escapeMarkdown = (value: string): string => value.replace(SIGNS, String.raw`\$&`);

/** The paths that a template names, each once, in their order. */
export const fieldsOf = (template: string): string[] => [
  ...new Set([...template.matchAll(FIELD)].flatMap(([, path]) => path ?? [])),
];

/** `plain`: of one line without formatting, such as a subject. `read` gives the value as text; undefined for a field that does not exist, an empty text where there is no value. */
export const mergeFields = (
  template: string,
  read: (path: string) => string | undefined,
  { plain = false } = {},
): Merged => {
  const unknown = new Set<string>();
  const empty = new Set<string>();
  const text = template.replace(FIELD, (whole: string, path: string | undefined) => {
    if (path === undefined) return whole;
    const value = read(path);
    if (value === undefined) {
      unknown.add(path);
      return whole;
    }
    if (value === '') empty.add(path);
    return plain ? value.replaceAll('\n', ' ') : escapeMarkdown(value).replaceAll('\n', '\\\n');
  });
  return { text, unknown: [...unknown].slice(0, MAX_NAMED), empty: [...empty].slice(0, MAX_NAMED) };
};
