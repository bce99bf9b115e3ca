// Offers of items by their names, for a text that suggests while one types. Items of one name show what differs.

import { Suspense } from 'react';
import type { ClientParts, NamesakeProps } from 'src/client/ClientParts.ts';
import { personNote, useNamesakes } from 'src/client/fields/useNamesakes.ts';
import type { Offer } from 'src/client/fields/widgets/Combobox.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';

/** Shows what tells items of one name apart: the email address of a person; the picture and the differing values of a record. */
const partsOfNamesake = (
  props: NamesakeProps,
  { NamesakeFacts, NamesakePicture }: ClientParts,
): Pick<Offer, 'note' | 'picture'> => {
  const person = personNote(props.item);
  if (person !== undefined) return { note: person };
  return {
    picture: (
      <Suspense>
        <NamesakePicture {...props} />
      </Suspense>
    ),
    note: (
      <Suspense>
        <NamesakeFacts {...props} />
      </Suspense>
    ),
  };
};

/** `typed`: an offer whose name no other one has shows its type. */
export const useItemOffers = (suggestions: readonly Suggestion[], typed: boolean): readonly Offer[] => {
  const { parts } = useClient();
  const messages = useMessages();
  const namesakes = useNamesakes(suggestions);
  return suggestions.map(({ $id, label, type }) => {
    const namesake = namesakes.get($id);
    if (!namesake) return { key: $id, label, ...(typed && { note: messages.type(type) }) };
    const among = [...namesakes.values()].filter((other) => other.$label === namesake.$label);
    return { key: $id, label, ...partsOfNamesake({ item: namesake, among }, parts) };
  });
};
