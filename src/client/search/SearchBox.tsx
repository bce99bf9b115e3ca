// The header search: an ARIA combobox over SuggestStore ([SRCH-02]). Enter and the magnifier search and close, Esc closes. A typed id opens
// its item with Enter, and is the first suggestion if the reader may see the item. It never opens during typing, since Book-1 is also the
// beginning of Book-12.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { addressText, queryWords } from 'src/model/query/searchText.ts';
import { FoundText } from 'src/client/displays/FoundText.tsx';
import { SuggestStore, type SuggestOption } from 'src/client/search/SuggestStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { PALETTE_KEYS, Strokes } from 'src/client/ui/Strokes.tsx';
import { arrowKeys } from 'src/client/ui/arrowKeys.ts';
import { Listbox, optionId, Suggestion } from 'src/client/ui/Listbox.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/search/searchBox.css';

interface SearchBoxProps {
  /** True if the person opened the box itself, not the page that contains it. */
  readonly takesFocus: boolean;
  readonly onDone: () => void;
}

interface Box {
  readonly store: SuggestStore;
  readonly options: readonly SuggestOption[];
  readonly open: boolean;
  readonly at: number;
  readonly setOpen: (open: boolean) => void;
  readonly setAt: (at: number) => void;
  readonly follow: (option: SuggestOption | undefined) => void;
}

/** Returns the address of an option; without an option, the address of a typed id or of the results page. */
const optionTarget = (store: SuggestStore, option: SuggestOption | undefined): string | undefined => {
  if (option?.kind === 'item') return `/i-${option.suggestion.$id}`;
  if (option === undefined && store.itemId !== undefined) return `/i-${store.itemId}`;
  return store.text.trim() === '' ? undefined : `/search?c0=${encodeURIComponent(addressText(store.text.trim()))}`;
};

/** The item of a typed id, then what the server suggests. Observable. */
const useOptions = (store: SuggestStore): readonly SuggestOption[] => {
  const { items, registry } = useClient();
  const { itemId: id } = store;
  const type = tryParseItemId(id)?.type ?? '';
  const label = id !== undefined && registry.types[type] ? items.label(id) : undefined;
  if (id === undefined || label === undefined) return store.options;
  const typed: SuggestOption = { kind: 'item', key: id, suggestion: { $id: id, label, type } };
  return [typed, ...store.options.filter(({ key }) => key !== id)];
};

const useBox = (onDone: () => void): Box => {
  const { search, navigation, offline } = useClient();
  const [store] = useState(
    () =>
      new SuggestStore({
        suggest: (text) => search.suggest(text),
        onDevice: (text) => offline.ask((copies) => copies.suggest(text)),
        count: (text) => search.count({ must: { text: [text] } }),
      }),
  );
  const options = useOptions(store);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  useEffect(() => () => store.clear(), [store]);
  const follow = (option: SuggestOption | undefined): void => {
    const target = optionTarget(store, option);
    setOpen(false);
    setAt(-1);
    store.clear();
    onDone();
    if (target !== undefined) void navigation.go(target);
  };
  return { store, options, open, at, setOpen, setAt, follow };
};

const onKey = (
  { store, options, open, at, setOpen, setAt, follow }: Box,
  event: KeyboardEvent,
  onDone: () => void,
): void => {
  if (event.nativeEvent.isComposing) return;
  const next = arrowKeys(event.key, at, options.length);
  if (event.key === 'Enter') follow(open ? options[at] : undefined);
  else if (event.key === 'Escape') {
    if (open) setOpen(false);
    else store.clear();
    onDone();
  } else if (next !== undefined) {
    setOpen(true);
    setAt(next);
  } else return;
  event.preventDefault();
};

const Option = observer(
  ({
    option,
    text,
    total,
  }: {
    readonly option: SuggestOption;
    readonly text: string;
    readonly total: number | undefined;
  }) => {
    const { registry } = useClient();
    const messages = useMessages();
    const item = option.kind === 'item' ? option.suggestion : undefined;
    const all = (): string =>
      total === undefined
        ? messages.format('search.results', { text })
        : messages.format('search.resultsCount', { text, count: total });
    return (
      <Suggestion
        icon={item ? (registry.types[item.type]?.view.icon ?? 'document') : 'search'}
        kind={item && messages.type(item.type)}
      >
        {item ? <FoundText text={item.label} words={queryWords(text)} /> : all()}
      </Suggestion>
    );
  },
);

export const SearchBox = observer(({ takesFocus, onDone }: SearchBoxProps) => {
  const messages = useMessages();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useBox(onDone);
  const { store, options, open, at, setOpen, setAt, follow } = box;
  const shown = open && store.text.trim() !== '';
  const found = store.itemId !== undefined && options[0]?.key === store.itemId;
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notices that the focus has left its parts
    <div
      className="kk-search"
      role="search"
      aria-label={messages.format('search.everything')}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <input
        ref={input}
        type="text"
        role="combobox"
        className="kk-search-input"
        aria-label={messages.format('search.everything')}
        placeholder={messages.format('search.everything')}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown ? optionId(`${id}-list`, at) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={store.text}
        onChange={(event) => {
          store.type(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={(event) => onKey(box, event, onDone)}
      />
      {store.text === '' && (
        <span className="kk-search-keys" aria-hidden>
          <Strokes names={PALETTE_KEYS} />
        </span>
      )}
      <IconButton icon="search" size="small" label={messages.format('search.go')} onClick={() => follow(undefined)} />
      <div className="kk-suggestions" hidden={!shown}>
        <Listbox
          id={`${id}-list`}
          label={messages.format('search.suggestions')}
          optionClass="kk-suggestion"
          choose={follow}
          {...{ options, at }}
        >
          {(option) => <Option option={option} text={store.text.trim()} total={store.total} />}
        </Listbox>
        <p className="kk-suggestion-note kk-soft" role="status">
          {shown &&
            (store.emptyMessage !== undefined && !found
              ? messages.format(store.emptyMessage)
              : store.state === 'FETCHING'
                ? messages.format('search.fetching')
                : '')}
        </p>
      </div>
    </div>
  );
});
