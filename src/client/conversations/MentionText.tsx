// A text with mentions: `@` and a name, marked if the reader may see the mentioned person.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface Part {
  readonly text: string;
  readonly id?: ItemId;
}

/** `named`: the label of each person who was mentioned. The longest name first, so that `@Ann Lee` is not read as `@Ann`. */
export const mentionParts = (text: string, named: ReadonlyMap<ItemId, string>): readonly Part[] => {
  const people = [...named].filter(([, label]) => label !== '').toSorted(([, a], [, b]) => b.length - a.length);
  let parts: readonly Part[] = [{ text }];
  for (const [id, label] of people)
    parts = parts.flatMap((part) => {
      if (part.id !== undefined) return [part];
      const pieces = part.text.split(`@${label}`);
      return pieces.flatMap((piece, at): readonly Part[] =>
        at === 0 ? [{ text: piece }] : [{ text: `@${label}`, id }, { text: piece }],
      );
    });
  return parts.filter(({ text: piece }) => piece !== '');
};

export const MentionText = observer(
  ({ text, mentions }: { readonly text: string; readonly mentions: readonly ItemId[] }) => {
    const { items } = useClient();
    const named = new Map(mentions.map((id) => [id, items.label(id) ?? '']));
    return mentionParts(text, named).map((part, at) =>
      part.id === undefined ? (
        <span key={at}>{part.text}</span>
      ) : (
        <ItemLink key={at} id={part.id} className="kk-mention">
          {part.text}
        </ItemLink>
      ),
    );
  },
);
