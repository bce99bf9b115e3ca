// JSON pointers (RFC 6901), which give positions in problems and diagnostics. Pure; escaping happens only here.

export type PathPart = string | number;

/** Returns one step with its slash: `a/b` gives `/a~1b`. */
export const pointerStep = (part: PathPart): string => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const pointerOf = (path: readonly PathPart[]): string => path.map(pointerStep).join('');

export const pointerParts = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
