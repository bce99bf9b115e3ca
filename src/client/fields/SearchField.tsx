// A search stored in an item: copied from one of the person's saved searches, with its current results. The copy
// belongs to the item, so that the saved search can be changed or deleted afterwards.

import { HTMLSelect } from '@blueprintjs/core';
import type { FieldProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { isRecord } from 'src/base/isRecord.ts';
import { useField } from 'src/client/fields/useField.ts';
import { controlAria, useFieldState } from 'src/client/fields/session/FieldState.ts';
import { savedAddress, savedName } from 'src/client/listing/savedSearch.ts';
import { useAnswer } from 'src/client/useAnswer.ts';
import { useSavedSearches } from 'src/client/listing/useSavedSearches.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { membershipQuery, type MembershipQuery } from 'src/model/query/membershipQuery.ts';
import { criteriaFaults, criteriaOf } from 'src/model/query/savedCriteria.ts';
import { savedFacets } from 'src/model/query/savedQuery.ts';
import { GENERAL_SCREEN } from 'src/model/query/screenFilters.ts';
import type { Item, Json } from 'src/model/item/Item.ts';

type Search = Readonly<Record<string, Json>>;

const SEARCH_PARTS = ['screen', 'searchString', 'selectedFacets'] as const;

/** Returns the question of a saved search as the item holds it. Filters of its criteria become chosen values. */
const searchIn = (item: Item): Search => {
  const { screen = null, searchString = null } = item;
  const facets = savedFacets(criteriaOf(item).chosen);
  const search = { screen, searchString, selectedFacets: facets.length > 0 ? facets : null };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== null));
};

/** Groups and alternatives have no place in the item, and without them the search would find more. */
const canBeHeld = (item: Item): boolean =>
  criteriaFaults(item).length === 0 && criteriaOf(item).conditions === undefined;

const isSameSearch = (one: Search, other: Json | undefined): boolean =>
  isRecord(other) &&
  SEARCH_PARTS.every((key) => JSON.stringify(one[key] ?? null) === JSON.stringify(other[key] ?? null));

const FoundNow = observer(({ query }: { readonly query: MembershipQuery }) => {
  const messages = useMessages();
  const { answer, failure } = useAnswer({ ...query, max: 1 }, query.must._t);
  if (failure !== undefined && !answer) return <>{messages.format('members.failed')}</>;
  return answer ? <>{messages.format('forms.search.finds', { count: answer.total })}</> : null;
});

/** Shows the types and words of a stored search, with a link to its listing. */
const StoredSearch = observer(({ search }: { readonly search: Search }) => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const { screen, searchString, selectedFacets } = search;
  const filters = Array.isArray(selectedFacets) ? selectedFacets.length : 0;
  const { user } = session;
  const reader = { $id: user?.$id ?? '', readOrgs: user?.readOrgs ?? [] };
  const query = membershipQuery(registry, { search: search as Json, types: undefined }, reader);
  const address = savedAddress(search as Item);
  const known = registry.screens.some(({ path }) => path === screen);
  const where = known ? messages.screen(String(screen)) : messages.format('views.search');
  if (!query) return <p role="status">{messages.format('forms.search.gone')}</p>;
  return (
    <p className="kf-search-held">
      <a href={address} target="_blank" rel="noreferrer">
        {typeof searchString === 'string' && searchString !== ''
          ? messages.format('forms.search.inWith', { where, words: searchString })
          : where}
      </a>{' '}
      <span className="kk-soft">
        {filters > 0 && `${messages.format('forms.search.filters', { count: filters })} · `}
        <FoundNow query={query} />
      </span>
    </p>
  );
});

export const SearchField = observer((props: FieldProps) => {
  const { id, value, disabled, set, leave } = useField(props);
  const messages = useMessages();
  const state = useFieldState();
  const { registry } = useClient();
  const saved = useSavedSearches().filter(
    (item) =>
      canBeHeld(item) &&
      (item['screen'] === GENERAL_SCREEN || registry.screens.some(({ path }) => path === item['screen'])),
  );
  const held = isRecord(value) ? (value as Search) : undefined;
  const current = saved.find((item) => isSameSearch(searchIn(item), value));
  const choose = (chosen: string): void => {
    const item = saved.find(({ $id }) => $id === chosen);
    if (item) set(searchIn(item) as Json);
  };
  return (
    <div className="kf-search">
      {held && <StoredSearch search={held} />}
      <HTMLSelect
        id={id}
        fill
        value={current?.$id ?? ''}
        disabled={disabled || saved.length === 0}
        {...controlAria(state)}
        onChange={({ target }) => choose(target.value)}
        onBlur={leave}
      >
        <option value="">{messages.format(saved.length === 0 ? 'forms.search.none' : 'forms.search.take')}</option>
        {saved.map((item) => (
          <option key={item.$id} value={item.$id}>
            {savedName(item, messages)}
          </option>
        ))}
      </HTMLSelect>
      {saved.length === 0 && <p className="kk-soft">{messages.format('forms.search.how')}</p>}
      {held && !disabled && (
        <Button
          size="small"
          icon="cross"
          onClick={() => {
            set(undefined);
            document.getElementById(id)?.focus();
          }}
        >
          {messages.format('forms.remove', { name: state.label })}
        </Button>
      )}
    </div>
  );
});
