// An input that offers entries while one types: the ARIA combobox pattern with a listbox. It holds no value; the fields that use it do.

import { InputGroup } from '@blueprintjs/core';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { FormattedMessage } from 'react-intl';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { arrowKeys, arrowStep } from 'src/client/ui/arrowKeys.ts';
import { Listbox, optionId } from 'src/client/ui/Listbox.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

export interface Offer {
  readonly key: string;
  readonly label: string;
  /** Words after the label, such as the type of an item. */
  readonly note?: ReactNode;
  /** Small picture before the label. */
  readonly picture?: ReactNode;
  /** True for the present value of the field. */
  readonly chosen?: boolean;
  /** True if choosing it adds something new. Enter without a selection never chooses it. */
  readonly adds?: boolean;
}

interface ComboboxProps {
  readonly id: string;
  readonly text: string;
  readonly offers: readonly Offer[];
  /** The options match the previous text; those for the current text are loading. */
  readonly waiting?: boolean;
  /** Text under the input, also for screen readers: the number of results, or the next step. */
  readonly status: string | undefined;
  readonly disabled: boolean;
  readonly placeholder?: string;
  readonly icon?: string;
  readonly end?: ReactNode;
  /** The chosen values, shown above the input: moving the focus to their buttons keeps the typed text. */
  readonly chosen?: ReactNode;
  /** The list belongs to the input: moving the focus there keeps the typed text. */
  readonly footer?: ReactNode;
  /** The reader shows interest for the first time. */
  readonly onOpen?: () => void;
  readonly onText: (text: string) => void;
  readonly onPick: (key: string) => void;
  /** Enter without a selected offer. With it, no offer is selected before the person selects one. */
  readonly onEnter?: () => void;
  /** Text whose parts all become values, so that nothing is to be found for it. */
  readonly complete?: RegExp;
  /** Called when the person cancels with Escape; without it, the typed text is cleared. */
  readonly onGiveUp?: () => void;
  /** Backspace in the empty input: removes the last of several chosen values. */
  readonly onTakeBack?: (() => void) | undefined;
  readonly onLeave: () => void;
}

/** Limit of a displayed label; people may paste a whole book. */
const LABEL_LENGTH = 200;
const shortOffer = (label: string): string =>
  label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH)}…` : label;

interface Listing {
  readonly open: boolean;
  readonly at: number;
  /** True if text was typed since it opened: Enter selects the first offer. */
  readonly typed?: boolean;
  /** Enter was pressed while the options were loading: the first one is chosen when they arrive. */
  readonly entered?: boolean;
}

const CLOSED: Listing = { open: false, at: -1 };

interface OfferPlace {
  readonly listing: Listing;
  readonly at: number;
  readonly offers: readonly Offer[];
}

/**
 * Returns the index that an arrow key leads to. The first arrow down stays at the first offer if Enter already chooses it and the second one
 * would add something new.
 */
const nextOffer = (key: string, { listing, at, offers }: OfferPlace): number =>
  listing.at < 0 && at === 0 && arrowStep(key) === 1 && offers[1]?.adds === true
    ? at
    : (arrowKeys(key, at, offers.length) ?? -1);

const useOfferList = (props: ComboboxProps) => {
  const { text, offers, waiting = false, onPick, onText, onEnter, onGiveUp, onTakeBack } = props;
  const [listing, setListing] = useState<Listing>(CLOSED);
  const first = listing.typed === true && !waiting && !onEnter && offers[0]?.adds !== true ? 0 : -1;
  const at = Math.min(listing.at < 0 ? first : listing.at, offers.length - 1);
  const pick = (key: string): void => {
    setListing(CLOSED);
    onPick(key);
  };
  const awaited = listing.entered === true && !waiting;
  const takeFirst = useEffectEvent(() => {
    const offer = offers[at];
    if (offer) pick(offer.key);
    else setListing({ ...listing, entered: false });
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the offers come with an answer, not with an event
    if (awaited) takeFirst();
  }, [awaited]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const offer = offers[at];
    if (arrowStep(event.key)) setListing({ ...listing, open: true, at: nextOffer(event.key, { listing, at, offers }) });
    else if (event.key === 'Backspace' && text === '' && onTakeBack && !event.repeat) onTakeBack();
    else if (event.key === 'Enter' && listing.open && offer) pick(offer.key);
    else if (event.key === 'Enter' && onEnter && text.trim() !== '') {
      setListing(CLOSED);
      onEnter();
    } else if (event.key === 'Enter' && listing.open && listing.typed === true && waiting)
      setListing({ ...listing, entered: true });
    else if (event.key === 'Enter' && listing.open && listing.typed === true && !event.ctrlKey && !event.metaKey)
      // A form that is saved by Enter waits until the text is a value.
      setListing({ ...listing });
    else if (event.key === 'Escape' && listing.open) {
      setListing(CLOSED);
      if (onGiveUp) onGiveUp();
      else onText('');
    } else {
      // The form saves.
      if ((event.ctrlKey || event.metaKey) && event.key === 's') setListing(CLOSED);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    open: listing.open,
    at,
    pick,
    onKeyDown,
    show: () => setListing({ open: true, at: -1 }),
    showTyped: (text: string) => setListing({ open: true, at: -1, typed: text.trim() !== '' }),
    close: () => setListing(CLOSED),
  };
};

interface OffersProps {
  readonly id: string;
  readonly label: string;
  readonly shown: boolean;
  readonly offers: readonly Offer[];
  readonly at: number;
  readonly pick: (key: string) => void;
}

/** Largest height of the list in pixels (forms.css). */
const LIST_HEIGHT = 260;

/**
 * Returns the distance of the list above its input where the window has more space there, so that the form stays where it is; undefined for a
 * list below. The chosen values above the input are not covered.
 */
const useOpensAbove = (id: string, shown: boolean): number | undefined => {
  const [distance, setDistance] = useState<number>();
  useLayoutEffect(() => {
    const combobox = document.getElementById(id)?.parentElement;
    const around = combobox?.getBoundingClientRect();
    if (!shown || !around) return;
    const below = (window.visualViewport?.height ?? window.innerHeight) - around.bottom;
    const top = combobox?.parentElement?.getBoundingClientRect().top ?? around.top;
    // oxlint-disable-next-line react/set-state-in-effect -- the place is known only once the list is there
    setDistance(below < LIST_HEIGHT && top > below ? around.bottom - top : undefined);
  }, [id, shown]);
  return distance;
};

const Offers = ({ id, label, shown, offers, at, pick }: OffersProps) => {
  const distance = useOpensAbove(id, shown);
  useEffect(() => {
    if (shown && at >= 0) document.getElementById(optionId(id, at) ?? '')?.scrollIntoView({ block: 'nearest' });
  }, [id, shown, at]);
  return (
    <Listbox
      id={id}
      label={label}
      className="kf-offers"
      {...(distance !== undefined && { style: { insetBlock: `auto ${distance + 2}px` } })}
      optionClass="kf-offer"
      hidden={!shown}
      options={offers}
      at={at}
      choose={({ key }) => pick(key)}
    >
      {(offer) => (
        <>
          {offer.picture}
          <span className="kk-fill" dir="auto">
            {shortOffer(offer.label)}
          </span>
          {offer.note !== undefined && <span className="kf-offer-note kk-soft">{offer.note}</span>}
          {offer.chosen === true && (
            <span className="kf-offer-note kk-soft">
              <FormattedMessage id="forms.chosen" />
            </span>
          )}
        </>
      )}
    </Listbox>
  );
};

export const Combobox = (props: ComboboxProps) => {
  const {
    id,
    text,
    offers,
    status,
    disabled,
    placeholder,
    icon = 'search',
    end,
    chosen,
    footer,
    onOpen,
    onText,
    onLeave,
  } = props;
  const state = useFieldState();
  const box = useRef<HTMLDivElement>(null);
  const listing = useOfferList(props);
  const shown = listing.open && offers.length > 0;
  const leave = (event: FocusEvent): void => {
    if (box.current?.contains(event.relatedTarget)) return;
    listing.close();
    onLeave();
  };
  const { 'aria-describedby': described, ...aria } = controlAria(state);
  return (
    <div ref={box} onBlur={leave}>
      {chosen}
      <div className="kf-combobox">
        <InputGroup
          id={id}
          role="combobox"
          dir="auto"
          autoComplete="off"
          aria-autocomplete="list"
          aria-labelledby={state.labelId}
          aria-expanded={shown}
          aria-controls={`${id}__offers`}
          aria-activedescendant={shown ? optionId(`${id}__offers`, listing.at) : undefined}
          aria-describedby={[described, `${id}__status`].filter(Boolean).join(' ')}
          {...aria}
          value={text}
          disabled={disabled}
          placeholder={placeholder}
          intent={state.invalid ? 'danger' : 'none'}
          leftElement={<Icon name={icon} className="kf-input-icon" />}
          {...(end === undefined ? {} : { rightElement: <>{end}</> })}
          fill
          onChange={(event) => {
            onText(event.target.value);
            if (props.complete?.test(event.target.value)) listing.close();
            else listing.showTyped(event.target.value);
          }}
          onFocus={onOpen}
          onClick={listing.show}
          onKeyDown={listing.onKeyDown}
        />
        <Offers
          id={`${id}__offers`}
          label={state.label}
          shown={shown}
          offers={offers}
          at={listing.at}
          pick={listing.pick}
        />
        <p id={`${id}__status`} role="status" className={status === undefined ? 'kk-unseen' : 'kf-help'}>
          {listing.open ? status : undefined}
        </p>
        {footer}
      </div>
    </div>
  );
};
