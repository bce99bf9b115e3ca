// The tab of an item's column in the column's address parameter.

import { isStepParam } from 'src/client/navigation/stepParam.ts';

/** Separates a tab from what the tab itself keeps in the address. */
const TAB_SEPARATOR = ':';

/** Returns the tab that the parameter names: the page to read where it names none, or none of `tabs`. A step of a wizard is part of the form. */
export const tabFrom = (param: string | undefined, tabs?: readonly string[]): string => {
  const named = isStepParam(param) ? 'edit' : (param?.split(TAB_SEPARATOR, 1)[0] ?? '');
  return named === '' || tabs?.includes(named) === false ? 'read' : named;
};

/** `related:.q=salmon` keeps `.q=salmon` for the tab. */
export const paramWithin = (param: string | undefined): string | undefined => {
  if (isStepParam(param)) return param;
  const at = param?.indexOf(TAB_SEPARATOR) ?? -1;
  return at < 0 ? undefined : param?.slice(at + 1);
};

export const paramOfTab = (tab: string, within?: string): string | undefined => {
  if (tab === 'edit' && isStepParam(within)) return within;
  if (within !== undefined) return `${tab}${TAB_SEPARATOR}${within}`;
  return tab === 'read' ? undefined : tab;
};
