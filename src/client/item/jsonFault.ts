// Position at which a text stops being JSON. Browsers and Node report it differently or not at all, so the text is
// parsed here. Pure.

type Place = Readonly<Record<'line' | 'column', number>>;

type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'more';

const SPACE = /[\t\n\r ]*/y;
const TOKEN =
  /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/uy;

const isJsonSign = (token: string): boolean => '{}[],:'.includes(token);

/** Returns what may follow a value in the innermost open array or object. */
const afterValue = (token: string, open: string[]): Wanted | undefined => {
  const inObject = open.at(-1) === '{';
  if (open.length === 0) return undefined;
  if (token === ',') return inObject ? 'name' : 'value';
  if (token !== (inObject ? '}' : ']')) return undefined;
  open.pop();
  return 'more';
};

const atValue = (token: string, open: string[]): Wanted | undefined => {
  if (!isJsonSign(token)) return 'more';
  if (token !== '{' && token !== '[') return undefined;
  open.push(token);
  return token === '{' ? 'nameOrEnd' : 'valueOrEnd';
};

/** Returns the expected token after this one; undefined if it is not allowed here. */
const next = (wanted: Wanted, token: string, open: string[]): Wanted | undefined => {
  if (wanted === 'more') return afterValue(token, open);
  if (wanted === 'colon') return token === ':' ? 'value' : undefined;
  if ((wanted === 'valueOrEnd' && token === ']') || (wanted === 'nameOrEnd' && token === '}'))
    return afterValue(token, open);
  if (wanted === 'name' || wanted === 'nameOrEnd') return token.startsWith('"') ? 'colon' : undefined;
  return atValue(token, open);
};

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const offsetOf = (text: string): number | undefined => {
  const open: string[] = [];
  let wanted: Wanted | undefined = 'value';
  let at = 0;
  for (;;) {
    at += match(SPACE, text, at)?.length ?? 0;
    const token = match(TOKEN, text, at);
    if (token === undefined) return at === text.length && wanted === 'more' && open.length === 0 ? undefined : at;
    wanted = next(wanted, token, open);
    if (wanted === undefined) return at;
    at += token.length;
  }
};

/** Undefined for JSON. */
export const faultIn = (text: string): Place | undefined => {
  const at = offsetOf(text);
  const before = at === undefined ? undefined : text.slice(0, at).split('\n');
  return before && { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};
