// Tags: short texts that people filter by, each a chip. Tags of other records are suggested, the most frequent first; a person may type new
// ones. Commas, semicolons and line breaks separate tags, typed or pasted.

import type { FieldProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useState } from 'react';
import { textsOf, useField } from 'src/client/fields/useField.ts';
import { spelled, useLeftText } from 'src/client/fields/useLeftText.ts';
import { Chosen } from 'src/client/fields/widgets/Chosen.tsx';
import { Combobox, type Offer } from 'src/client/fields/widgets/Combobox.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { foldText } from 'src/model/text/foldText.ts';

const TAG_SEPARATOR = /[,;\n\r\u2028]+/;
/** Text after which no further one has begun. */
const ALL_TAGS_TYPED = /[,;\n\r\u2028]\s*$/;
const MAX_TAG_OFFERS = 12;

interface Tag {
  readonly text: string;
  /** Number of records that have it. */
  readonly count: number;
}

const NO_TAGS: readonly Tag[] = [];

interface TagQuestion {
  readonly type: string;
  readonly key: string;
  readonly text: string;
  /** True once the person has entered the field. Tags are requested only then. */
  readonly opened: boolean;
}

/** Returns the tags of the records that the person may read. Without them, people still type their own. */
const useTagsInUse = ({ type, key, text, opened }: TagQuestion): readonly Tag[] => {
  const { search } = useClient();
  const ask = useCallback(async (): Promise<readonly Tag[]> => {
    const facet = { key, max: MAX_TAG_OFFERS * 2, ...(text !== '' && { text }) };
    const { facets } = await search.search({ must: { _t: [type] }, facets: [facet], max: 1 });
    return (facets?.[key] ?? []).flatMap((each) =>
      'value' in each && typeof each.value === 'string' ? [{ text: each.value, count: each.count }] : [],
    );
  }, [search, type, key, text]);
  const question = { of: `${type} ${key}`, ask, pause: text === '' ? undefined : DELAYS.input };
  return useServerData(opened ? question : undefined).answer ?? NO_TAGS;
};

const cleanTag = (text: string): string => text.trim().normalize('NFC').replaceAll(/\s+/g, ' ');

/** Returns the tags with further ones. A tag in another spelling is the same tag: the spelling in use wins. */
export const withTags = (tags: readonly string[], texts: readonly string[], inUse: readonly string[]) => {
  const next = [...tags];
  for (const text of texts.map(cleanTag)) {
    const isSame = (one: string): boolean => spelled(one) === spelled(text);
    if (text !== '' && !next.some(isSame)) next.push(inUse.find(isSame) ?? text);
  }
  return next;
};

const useTags = (props: FieldProps) => {
  const field = useField(props);
  const stored = textsOf(field.value);
  const left = useLeftText(field);
  const { typed = '' } = left;
  const [opened, setOpened] = useState(false);
  const type = String(props.uiSchema?.['ui:options']?.['tagsOf'] ?? '');
  const inUse = useTagsInUse({ type, key: field.property.name, text: typed.trim(), opened });
  const add = (texts: readonly string[]): void => {
    const next = withTags(
      stored,
      texts,
      inUse.map(({ text }) => text),
    );
    if (next.length > stored.length) field.set(next);
  };
  /** Makes tags of all that is typed. */
  const finish = (): void => {
    if (typed.trim() !== '') add(typed.split(TAG_SEPARATOR));
    left.forget();
  };
  const onText = (text: string): void => {
    const parts = text.split(TAG_SEPARATOR);
    const rest = parts.pop() ?? '';
    if (parts.length > 0) add(parts);
    left.setTyped(parts.length > 0 ? rest.trimStart() : rest);
  };
  return { field, stored, typed, inUse, add, finish, onText, open: () => setOpened(true), forget: left.forget };
};

/** Returns the tags that match the text, and the text itself if it is new. */
const useOffers = ({ stored, typed, inUse }: Pick<ReturnType<typeof useTags>, 'stored' | 'typed' | 'inUse'>) => {
  const messages = useMessages();
  const wanted = foldText(typed.trim());
  const isStored = (text: string): boolean => stored.some((one) => spelled(one) === spelled(text));
  const matching = inUse.filter(({ text }) => foldText(text).includes(wanted) && !isStored(text));
  const own = cleanTag(typed);
  const isNew = own !== '' && !isStored(own) && !inUse.some(({ text }) => spelled(text) === spelled(own));
  const offers: readonly Offer[] = [
    ...matching.slice(0, MAX_TAG_OFFERS).map(({ text, count }) => ({
      ...{ key: text, label: text },
      note: messages.format('forms.tags.count', { count }),
    })),
    ...(isNew ? [{ key: own, label: messages.format('forms.addOther', { text: own }), adds: true }] : []),
  ];
  const status =
    own !== '' && isStored(own)
      ? messages.format('forms.foundChosen', { count: 1 })
      : messages.format('forms.tags.status', { count: Math.min(matching.length, MAX_TAG_OFFERS) });
  return { offers, status };
};

const Tags = observer((props: FieldProps) => {
  const messages = useMessages();
  const tags = useTags(props);
  const { field, stored, typed } = tags;
  const { offers, status } = useOffers(tags);
  // A text of several lines loses its line breaks in an input.
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    if (!TAG_SEPARATOR.test(text) || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    tags.add([typed, ...text.split(TAG_SEPARATOR)]);
    tags.forget();
  };
  // A shortcut such as that of saving takes in what is typed.
  const onKeyDown = ({ ctrlKey, metaKey, key }: KeyboardEvent): void => {
    if ((ctrlKey || metaKey) && (key === 's' || key === 'Enter')) tags.finish();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and clipboard of the input inside
    <div onPaste={field.disabled ? undefined : onPaste} onKeyDownCapture={onKeyDown}>
      <Combobox
        id={field.id}
        text={typed}
        offers={offers}
        status={status}
        disabled={field.disabled}
        icon="tag"
        placeholder={messages.format('forms.chooseOrType')}
        chosen={
          <Chosen
            entries={stored.map((text) => ({ key: text, name: text, content: <span dir="auto">{text}</span> }))}
            ordered={false}
            disabled={field.disabled}
            focusAfter={field.id}
            onChange={(texts) => {
              field.set([...texts]);
              field.leave();
            }}
          />
        }
        onOpen={tags.open}
        onText={tags.onText}
        onPick={(text) => {
          tags.forget();
          if (!stored.includes(text)) field.set([...stored, text]);
        }}
        onEnter={tags.finish}
        complete={ALL_TAGS_TYPED}
        onTakeBack={stored.length === 0 ? undefined : () => field.set(stored.slice(0, -1))}
        onLeave={() => {
          tags.finish();
          field.leave();
        }}
      />
    </div>
  );
});

export const TagsField = (props: FieldProps) => <Tags {...props} />;
