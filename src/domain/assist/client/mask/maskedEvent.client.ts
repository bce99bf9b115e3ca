// Masks the events of the recorder before they leave the device. An event of a kind that is not listed here is dropped.

import { EventType, type eventWithTime, IncrementalSource } from 'rrweb';
import { type AttributeValue, maskedAttributes } from 'src/domain/assist/client/mask/maskedAttributes.client.ts';
import { maskedInput, maskedText, type MaskRules } from 'src/domain/assist/client/mask/maskedText.client.ts';

export interface MaskedPage extends MaskRules {
  /** The element with this number of the recorder, or the one that contains the text with this number. */
  readonly elementOf: (node: number) => Element | undefined;
}

type FullSnapshot = Extract<eventWithTime, { type: EventType.FullSnapshot }>;
type RecordedNode = FullSnapshot['data']['node'];
type IncrementalData = Extract<eventWithTime, { type: EventType.IncrementalSnapshot }>['data'];
export type MutationData = Extract<IncrementalData, { source: IncrementalSource.Mutation }>;

/** Movements and sizes, which contain no text. */
const WITHOUT_TEXT: ReadonlySet<IncrementalSource> = new Set([
  IncrementalSource.MouseMove,
  IncrementalSource.MouseInteraction,
  IncrementalSource.Scroll,
  IncrementalSource.ViewportResize,
  IncrementalSource.TouchMove,
  IncrementalSource.Drag,
]);

const isPasswordField = (element: Element | undefined): boolean => element?.getAttribute('type') === 'password';

const attributesToSend = (
  page: MaskedPage,
  element: Element | undefined,
  { tag, attributes }: { readonly tag: string; readonly attributes: Readonly<Record<string, AttributeValue>> },
): Record<string, AttributeValue> =>
  maskedAttributes(page, { tag, element, isPassword: isPasswordField(element) }, attributes);

const maskedNode = (page: MaskedPage, node: RecordedNode): RecordedNode => {
  if ('attributes' in node) {
    const tag = node.tagName.toLowerCase();
    const attributes = attributesToSend(page, page.elementOf(node.id), { tag, attributes: node.attributes });
    // The values are those of the recorder, or shorter texts.
    return {
      ...node,
      attributes: attributes as typeof node.attributes,
      childNodes: node.childNodes.map((child) => maskedNode(page, child)),
    };
  }
  if ('childNodes' in node) return { ...node, childNodes: node.childNodes.map((child) => maskedNode(page, child)) };
  if (!('textContent' in node)) return node;
  // CDATA is recorded without its text, which stays empty.
  return { ...node, textContent: maskedText(page, node.textContent, page.elementOf(node.id)) } as typeof node;
};

/** The last text of each node. Held changes contain every text that a node had. */
const lastTexts = (texts: MutationData['texts']): MutationData['texts'] => [
  ...new Map(texts.map((text) => [text.id, text])).values(),
];

const maskedMutation = (page: MaskedPage, data: MutationData): MutationData => ({
  ...data,
  texts: lastTexts(data.texts).map(({ id, value }) => ({
    id,
    value: value === null ? null : maskedText(page, value, page.elementOf(id)),
  })),
  attributes: data.attributes.map(({ id, attributes }) => {
    const element = page.elementOf(id);
    const masked = attributesToSend(page, element, { tag: element?.tagName.toLowerCase() ?? '', attributes });
    return { id, attributes: masked as typeof attributes };
  }),
  adds: data.adds.map((added) => ({ ...added, node: maskedNode(page, added.node) })),
});

const maskedIncrement = (page: MaskedPage, data: IncrementalData): IncrementalData | undefined => {
  if (data.source === IncrementalSource.Mutation) return maskedMutation(page, data);
  if (data.source === IncrementalSource.Input)
    return { ...data, isChecked: false, text: maskedInput(data.text, isPasswordField(page.elementOf(data.id))) };
  return WITHOUT_TEXT.has(data.source) ? data : undefined;
};

/** Returns the rules for one event, in which the hidden texts of an item are collected once. */
const rulesOfEvent = (page: MaskedPage): MaskedPage => {
  const hidden = new Map<string, readonly string[]>();
  const hiddenTexts = (id: string): readonly string[] => {
    const texts = hidden.get(id) ?? page.hiddenTexts(id);
    hidden.set(id, texts);
    return texts;
  };
  return { ...page, hiddenTexts };
};

/** Returns undefined for an event that stays on the device. */
export const maskedEvent = (rules: MaskedPage, event: eventWithTime): eventWithTime | undefined => {
  const page = rulesOfEvent(rules);
  if (event.type === EventType.FullSnapshot)
    return { ...event, data: { ...event.data, node: maskedNode(page, event.data.node) } };
  // The address may contain ids and the words of a search.
  if (event.type === EventType.Meta) return { ...event, data: { ...event.data, href: location.origin } };
  if (event.type !== EventType.IncrementalSnapshot) return undefined;
  const data = maskedIncrement(page, event.data);
  return data && { ...event, data };
};
