// Builds the label of an item from its type's title template. Pure; the server stores it, drafts in the browser show it. A related item may
// be hidden from some readers, so the stored label refers to it by id between two invisible characters, in a group with its punctuation.
// resolveLabel inserts the labels that the reader may see and omits groups without any, so that a hidden relation looks like a missing one.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt, propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';

type Values = Readonly<Record<string, Json | undefined>>;

const PLACEHOLDER = /\{([^{}]+)\}/g;
const CLOSING_BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '«': '»', '“': '”', '"': '"' };
const REFERENCE_SIGN = '\u2060'; // word joiner
const REFERENCE = /\u2060([A-Za-z][A-Za-z0-9]*-\d+)\u2060/g;
const GROUP_SIGN = '\u2063'; // invisible separator
const GROUP = /\u2063([^\u2060\u2063]*)(\u2060[^\u2063]*)\u2063/g;
const LEADING = /^[\s·,;:/–—-]+/u;
const MAX_LABEL_LENGTH = 300;

/** Separates the paths of one placeholder: `{name|nameT}` uses the first path with a value. */
const ALTERNATIVE = '|';

/** Returns the paths of a template such as `{title} ({year})`. */
export const templatePaths = (template: string): string[] =>
  readTemplate(template).places.flatMap(({ paths }) => paths.split(ALTERNATIVE));

const valueText = (property: Property | undefined, value: Json): string => {
  if (property?.rel && typeof value === 'string') return `${REFERENCE_SIGN}${value}${REFERENCE_SIGN}`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textInDefaultLanguage(value) ?? '';
};

const valueAtPath = (properties: Readonly<Record<string, Property>>, values: Values, path: string): string => {
  const property = propertyAt(properties, path);
  const texts = valuesAt(values, path).map((value) => valueText(property, value).trim());
  return texts.filter((text) => text !== '').join(', ');
};

const firstValueAt = (properties: Readonly<Record<string, Property>>, values: Values, paths: string): string => {
  for (const path of paths.split(ALTERNATIVE)) {
    const text = valueAtPath(properties, values, path);
    if (text !== '') return text;
  }
  return '';
};

interface Part {
  before: string;
  readonly value: string;
}

interface Template {
  readonly places: readonly { readonly before: string; readonly paths: string }[];
  readonly end: string;
}

const templates = new Map<string, Template>();

/** Returns the parts of a template. The result is cached, because the declarations contain few templates and each item uses one. */
const readTemplate = (template: string): Template => {
  const known = templates.get(template);
  if (known) return known;
  const places: { before: string; paths: string }[] = [];
  let at = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    places.push({ before: template.slice(at, match.index), paths: match[1] ?? '' });
    at = match.index + match[0].length;
  }
  const read = { places, end: template.slice(at) };
  templates.set(template, read);
  return read;
};

/** Removes the closing bracket of an empty part from the text after it. */
const withoutClosing = (before: string, after: string): string => {
  const close = CLOSING_BRACKETS[before.trimEnd().at(-1) ?? ''];
  return close !== undefined && after.trimStart().startsWith(close) ? after.trimStart().slice(close.length) : after;
};

/** Fills a template. A part whose path is empty is omitted with its punctuation: `{title} ({year})` without a year gives only the title. */
export const fillTemplate = (template: string, read: (path: string) => string): string => {
  const { places, end } = readTemplate(template);
  const parts = places.map(({ before, paths }): Part => ({ before, value: read(paths) }));
  let text = '';
  let remainder = end;
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    if (part.value === '') {
      if (next) next.before = withoutClosing(part.before, next.before);
      else remainder = withoutClosing(part.before, remainder);
      return;
    }
    const before = text === '' && index > 0 ? part.before.replace(LEADING, '') : part.before;
    const whole = before + part.value;
    text += part.value.includes(REFERENCE_SIGN) ? `${GROUP_SIGN}${whole}${GROUP_SIGN}` : whole;
  });
  return text === '' ? '' : (text + remainder).trim();
};

/** Shortens a label, but never inside a group, whose id would then be read as text. */
const cutLabel = (label: string): string => {
  const shortened = [...label].slice(0, MAX_LABEL_LENGTH - 1).join('');
  const isInGroup = shortened.split(GROUP_SIGN).length % 2 === 0;
  return isInGroup ? shortened.slice(0, shortened.lastIndexOf(GROUP_SIGN)) : shortened;
};

/** Returns the label to store, with references, or the id when every path is empty. */
export const labelOf = (
  type: { readonly properties: Readonly<Record<string, Property>>; readonly view: { readonly title: string } },
  id: ItemId,
  values: Values,
): string => {
  const label = fillTemplate(type.view.title, (path) => firstValueAt(type.properties, values, path)).replace(
    /\s+/gu,
    ' ',
  );
  const whole = label === '' ? id : label;
  return whole.length > MAX_LABEL_LENGTH ? `${cutLabel(whole)}…` : whole;
};

/** Returns the ids that a stored label refers to. */
export const referencesIn = (label: string): ItemId[] =>
  label.includes(REFERENCE_SIGN) ? [...label.matchAll(REFERENCE)].map((match) => match[1] ?? '') : [];

/** Returns the label without its leading empty groups. */
const withoutGroups = (label: string, show: (names: string) => string): string => {
  let remainder = label;
  let text = '';
  for (const match of label.matchAll(GROUP)) {
    const [group, before = '', names = ''] = match;
    const at = remainder.indexOf(group);
    text += remainder.slice(0, at);
    remainder = remainder.slice(at + group.length);
    const resolved = show(names);
    if (resolved === '') remainder = withoutClosing(before, remainder);
    else text += (text === '' ? before.replace(LEADING, '') : before) + resolved;
  }
  return (text === '' ? remainder.replace(LEADING, '') : text + remainder).trim();
};

/**
 * Returns the label to show: references become the labels that the reader may see, hidden ones are omitted. Returns the id when nothing
 * remains.
 */
export const resolveLabel = (label: string, labels: ReadonlyMap<ItemId, string>, id: ItemId): string => {
  if (!label.includes(REFERENCE_SIGN)) return label;
  const resolved = withoutGroups(label, (names) =>
    referencesIn(names)
      .flatMap((each) => labels.get(each) ?? [])
      .join(', '),
  );
  return resolved === '' ? id : resolved;
};

/** Returns a label without the items that it refers to, which all readers of the item may search. */
export const ownText = (label: string): string => resolveLabel(label, new Map(), '');
