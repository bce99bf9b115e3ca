// The search box of a listing: searches as one types, after the input delay; Enter at once, Esc empties.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { addressText } from 'src/model/query/searchText.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const QueryInput = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const [typed, setTyped] = useState(store.state.text);
  const [known, setKnown] = useState(store.state.text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by other means: a link, the back button, "clear all".
  if (store.state.text !== known) {
    setKnown(store.state.text);
    // A text that is too long for a search stays complete in the box.
    if (store.state.text !== addressText(typed)) setTyped(store.state.text);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    if (addressText(text) !== store.state.text) change({ ...store.state, text });
  };
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), DELAYS.input);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      search(typed);
      // The keyboard on the screen leaves its space to the results.
      if (window.matchMedia('(pointer: coarse)').matches) event.currentTarget.blur();
    }
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
      search('');
    }
  };
  return (
    <div className="kk-query" role="search" aria-label={messages.format('listing.search')}>
      <Icon name="search" />
      <input
        type="search"
        className="kk-query-input"
        aria-label={messages.format('listing.search')}
        placeholder={messages.format('listing.search')}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
      />
      {typed !== '' && (
        <IconButton
          icon="cross"
          size="small"
          label={messages.format('listing.clearText')}
          onClick={() => {
            setTyped('');
            search('');
          }}
        />
      )}
    </div>
  );
});
