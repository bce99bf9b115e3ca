// `act/respondentNaming`: how the respondents behind a record may be named. Everyone who may read the record learns the form of the name,
// because it holds for all who use the record. Only people who may read a consent learn whose it is.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { endpoint, permitsBehind, type StoredItem } from 'src/server/extend.ts';

type Naming = Endpoints['respondentNaming']['answer']['persons'][number]['naming'];

const NO_NAME: Naming = 'ANONYMOUS';
/** Forms of a name, from the strictest to the least strict. */
const NAMING_FORMS: readonly Naming[] = [NO_NAME, 'INITIALS', 'NAMED'];

/** Returns the form that a consent permits. A consent without a form permits no name. */
const namingOf = ({ properties }: StoredItem): Naming =>
  NAMING_FORMS.find((form) => form === properties['naming']) ?? NO_NAME;

const stricterForm = (form: Naming, other: Naming | undefined): Naming =>
  NAMING_FORMS.find((each) => each === form || each === other) ?? NO_NAME;

export const respondentNaming = endpoint('respondentNaming', async ({ services, db, readFilter, stored }) => {
  const permits = (await permitsBehind({ services, db }, [stored.id])).get(stored.id) ?? [];
  const consents = await services.items.findMany(
    db,
    permits.map(({ id }) => id),
  );
  const respondentOf = ({ properties }: StoredItem): ItemId => String(properties['respondent']);
  const ids = consents.flatMap((consent) => [consent.id, respondentOf(consent)]).filter(isItemId);
  const readable = await services.items.labels(db, readFilter, ids);
  const persons = new Map<ItemId, Naming>();
  let others: Naming | undefined;
  for (const consent of consents)
    if (readable.has(consent.id) && readable.has(respondentOf(consent))) persons.set(respondentOf(consent), 'NAMED');
  for (const consent of consents) {
    const [naming, known] = [namingOf(consent), persons.get(respondentOf(consent))];
    // A consent that the caller may not read also counts for its respondent, so that no name is given against it.
    if (known === undefined) others = stricterForm(naming, others);
    else persons.set(respondentOf(consent), stricterForm(naming, known));
  }
  return {
    persons: [...persons].map(([respondent, naming]) => ({ respondent, naming })),
    ...(others !== undefined && { others }),
  };
});
