// Parses XML while it arrives. Document types are refused, since they may define entities that refer to other files or expand endlessly.

import { SaxesParser } from 'saxes';
import { SheetError } from 'src/server/sheets/Sheet.ts';

type Attributes = Readonly<Record<string, string>>;

/** Names are local names, without a prefix. */
export interface XmlHandlers {
  onOpen(name: string, attributes: Attributes): void;
  onText?(text: string): void;
  onClose?(name: string): void;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the attributes by their local names; `r:id` is `id`. */
const localAttributes = (attributes: Attributes): Attributes => {
  const found: Record<string, string> = {};
  for (const name of Object.keys(attributes)) found[withoutPrefix(name)] = attributes[name] ?? '';
  return found;
};

/** Yields after each chunk, so that the caller can take what the handlers have found. */
export const xmlEvents = async function* (
  source: AsyncIterable<string>,
  { onOpen, onText, onClose }: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new SheetError('entities');
  });
  parser.on('error', () => {
    throw new SheetError('damaged');
  });
  parser.on('opentag', ({ name, attributes }) => onOpen(withoutPrefix(name), localAttributes(attributes)));
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  if (onClose) parser.on('closetag', ({ name }) => onClose(withoutPrefix(name)));
  for await (const chunk of source) {
    parser.write(chunk);
    yield;
  }
  parser.close();
  yield;
};

/** Parses a small part as a whole. */
export const parseXml = async (source: AsyncIterable<string>, handlers: XmlHandlers): Promise<void> => {
  for await (const _ of xmlEvents(source, handlers));
};
