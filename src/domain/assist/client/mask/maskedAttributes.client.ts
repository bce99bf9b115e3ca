// The attributes of elements that may leave the device: those that decide the look and the state of a control, with values that cannot contain
// text of people. All others are left out.

import { maskedInput, maskedText, type MaskRules } from 'src/domain/assist/client/mask/maskedText.client.ts';

/** One value of the recorder: text, a number, a flag, absent, or the changed declarations of a style. */
export type AttributeValue = string | number | boolean | null | undefined | Readonly<Record<string, unknown>>;

const MASK_STATES = new Set(
  [
    'role dir hidden disabled open colspan rowspan tabindex contenteditable readonly multiple size rows cols type rel',
    'aria-expanded aria-selected aria-hidden aria-current aria-pressed aria-disabled aria-busy aria-invalid',
    'aria-orientation aria-modal aria-haspopup data-over data-shown data-zoomed data-table data-panel data-kk-titled',
    'data-hidden data-heading data-kk-region data-private rr_width rr_height rr_scrollLeft rr_scrollTop',
  ].flatMap((line) => line.split(' ')),
);
const STATE_VALUE = /^[a-z0-9.-]{0,24}$/i;
const MASK_SHAPES = new Set(
  'viewBox d width height x y x1 y1 x2 y2 cx cy r rx ry points fill fill-rule stroke stroke-width transform xmlns'.split(
    ' ',
  ),
);
const SHAPE_VALUE = /^[\w\s.,:/#()%+-]*$/;
const MASK_TEXTS = new Set(['title', 'placeholder', 'aria-label', 'alt', 'label']);
const CLASS_VALUE = /^[\w\s-]*$/;
/** A value of a style without addresses and without text. */
const STYLE_VALUE = /^(?!.*\burl\()[\w\s.,#%()/*+-]*$/i;
const STYLE_SHEET = /^\/assets\/[\w.-]+\.css$/;

const maskedStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => declaration.split(/:(.*)/s))
    .filter(([name, value = '']) => /^[\w\s-]+$/.test(name ?? '') && STYLE_VALUE.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const maskedStyleChange = (change: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(change).filter(([, value]) => value === false || STYLE_VALUE.test([value].flat().join(' '))),
  );

/** Own style sheets are the same for everyone. Other addresses may name items or contain words of a search. */
const maskedAddress = (tag: string, value: string): string | undefined => {
  if (tag !== 'link') return '#';
  const { pathname } = new URL(value, 'http://site');
  return STYLE_SHEET.test(pathname) ? pathname : undefined;
};

const isAttributeText = (value: AttributeValue): value is string => typeof value === 'string';

interface MaskedElement {
  /** In lower case. */
  readonly tag: string;
  readonly isPassword: boolean;
  readonly element: Element | undefined;
}

const maskedAttribute = (
  rules: MaskRules,
  { tag, isPassword, element }: MaskedElement,
  name: string,
  value: AttributeValue,
): AttributeValue => {
  if (value === null) return null;
  if (name === 'style')
    return isAttributeText(value)
      ? maskedStyle(value)
      : maskedStyleChange(Object(value) as object as Record<string, unknown>);
  if (MASK_STATES.has(name)) return STATE_VALUE.test(String(value)) ? value : undefined;
  if (!isAttributeText(value)) return undefined;
  if (name === 'class') return CLASS_VALUE.test(value) ? value : value.replaceAll(/[^\w\s-]/g, '');
  if (name === 'href') return maskedAddress(tag, value);
  if (name === 'value') return tag === 'input' || tag === 'textarea' ? maskedInput(value, isPassword) : undefined;
  if (MASK_TEXTS.has(name))
    return maskedText(rules, value, name === 'placeholder' ? (element?.parentElement ?? undefined) : element);
  return MASK_SHAPES.has(name) && SHAPE_VALUE.test(value) ? value : undefined;
};

/** Returns the attributes that may leave the device, with what must not replaced. */
export const maskedAttributes = (
  rules: MaskRules,
  element: MaskedElement,
  attributes: Readonly<Record<string, AttributeValue>>,
): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(attributes)
      .map(([name, value]) => [name, maskedAttribute(rules, element, name, value)] as const)
      .filter(([, value]) => value !== undefined),
  );
