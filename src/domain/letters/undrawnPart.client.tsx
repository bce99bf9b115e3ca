// A warning on letters with characters that no font of letters can draw.

import { observer } from 'mobx-react-lite';
import { Band, useClient, useMessages, type ItemPartProps } from 'src/client/extend.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { undrawnCharacters } from 'src/model/text/printedCharacters.ts';

const WRITTEN = ['subject', 'body', 'signature'] as const;
const NAMING_PATHS = ['owner', 'to', 'toContacts'] as const;

/** Says which characters the fonts of letters lack, so that a letter does not go out with signs in their place unnoticed. */
export const Undrawn = observer(({ item }: ItemPartProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const labels = NAMING_PATHS.flatMap((name) => item[name] ?? []).flatMap((id) =>
    isItemId(id) ? (items.label(id) ?? []) : [],
  );
  const texts = WRITTEN.flatMap((name) => item[name] ?? []).map(String);
  const characters = undrawnCharacters([...texts, ...labels]).join(' ');
  if (characters === '') return null;
  return <Band tone="warning">{messages.format('letters.undrawn', { characters })}</Band>;
});
