// Writes elements of XML: the library escapes names and texts; characters that XML does not allow are omitted.

import { DOMImplementation, XMLSerializer, type Element } from '@xmldom/xmldom';

/** XML 1.0 cannot represent other characters. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export const withoutControls = (text: string): string => text.replaceAll(NOT_IN_XML, '');

type Attributes = Readonly<Record<string, string | number>>;
export type XmlElement = Element;

/** Creates elements, without containing them. */
const maker = new DOMImplementation().createDocument(null, '');
const serializer = new XMLSerializer();

export const element = (
  name: string,
  attributes: Attributes,
  children: readonly (XmlElement | string)[] = [],
): XmlElement => {
  const created = maker.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, withoutControls(String(value)));
  for (const child of children)
    created.appendChild(typeof child === 'string' ? maker.createTextNode(withoutControls(child)) : child);
  return created;
};

export const xmlOf = (node: XmlElement): string => serializer.serializeToString(node);

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
