// Finds the line of a member in a JSON text, for diagnostics. Pure.

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:]+/gu;

interface Open {
  readonly isArray: boolean;
  /** Name or index of the member that comes next. */
  step: string;
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns how many of the steps lead to the member that is being read; undefined when it is another one. */
const depthReached = (open: readonly Open[], steps: readonly string[]): number | undefined =>
  open.length <= steps.length && open.every(({ step }, at) => step === steps[at]) ? open.length : undefined;

/** Returns the line, from 1, of the member that the pointer names. A missing member has the line of the one that should contain it. */
export const lineOf = (text: string, pointer: string): number => {
  const steps = stepsOf(pointer);
  const open: Open[] = [];
  let best = { depth: 0, offset: 0 };
  for (const { 0: token, index } of text.matchAll(JSON_TOKEN)) {
    const inner = open.at(-1);
    const isName = inner?.isArray === false && inner.step === '' && token.startsWith('"');
    if (isName) inner.step = JSON.parse(token) as string;
    if (isName || inner?.isArray === true) {
      const depth = depthReached(open, steps);
      if (depth !== undefined && depth > best.depth) best = { depth, offset: index };
    }
    if (token === '{') open.push({ isArray: false, step: '' });
    else if (token === '[') open.push({ isArray: true, step: '0' });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && inner) inner.step = inner.isArray ? String(Number(inner.step) + 1) : '';
  }
  return text.slice(0, best.offset).split('\n').length;
};
