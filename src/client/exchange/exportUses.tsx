// Purpose of an export of records behind consents. The server counts the records that may serve each use; the others are left out.

import { useMemo } from 'react';
import { askedOnce } from 'src/base/askedOnce.ts';
import type { ExportPart, ExportSubject } from 'src/client/exchange/exportChoices.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

type UsesInput = Endpoints['permittedUses']['input'];
export type UsesAnswer = Endpoints['permittedUses']['answer'];

export interface ExportUses extends Pick<Answered<UsesAnswer>, 'answer' | 'failure' | 'again'> {
  /** False before the server has said whether consents limit the uses. */
  readonly isKnown: boolean;
}

/** Returns true for types whose items a consent may limit. Files are limited with their item. */
const mayBeLimited = ({ name, read }: ItemType): boolean => read.limitedBy !== undefined || name === SYSTEM_TYPES.file;

const usePermittedUses = (asked: UsesInput | undefined): ExportUses => {
  const { connection } = useClient();
  const of = asked && JSON.stringify(asked);
  const question = useMemo(
    () =>
      of === undefined
        ? undefined
        : { of, ask: askedOnce(() => connection.send('act/permittedUses', JSON.parse(of) as UsesInput)) },
    [connection, of],
  );
  const { answer, failure, again } = useServerData(question);
  return { answer, failure, again, isKnown: of === undefined || answer !== undefined };
};

/** Returns the uses for each part of the export; of the only one without a key. */
export const useExportUses = (
  subject: ExportSubject,
  parts: readonly ExportPart[],
): ((part: ExportPart['key'] | undefined) => ExportUses) => {
  const { locale: language } = useMessages().intl;
  const types = 'item' in subject ? [subject.type] : subject.store.plan.types;
  const isAsked = types.some(mayBeLimited);
  const [first, second] = parts;
  const askedFirst = 'item' in subject ? { ids: [subject.item.$id] } : first?.asked;
  const one = usePermittedUses(isAsked && askedFirst ? { ...askedFirst, language } : undefined);
  const other = usePermittedUses(isAsked && second ? { ...second.asked, language } : undefined);
  return (part) => (part !== undefined && part === second?.key ? other : one);
};

/** Returns the question what the export is for, where consents limit it. */
export const purposeFields = (uses: UsesAnswer | undefined): readonly FormField[] =>
  uses === undefined || uses.limited === 0
    ? []
    : [
        {
          ...{ name: 'use', label: 'permits.use', none: 'permits.choose', required: true },
          choices: uses.uses.map(({ use, label }) => [use, label]),
        },
      ];

interface LeftOutProps {
  readonly uses: ExportUses;
  /** The chosen use. */
  readonly use: Json | undefined;
}

/** Returns how many records of the export the chosen use leaves out; undefined before a use is chosen. */
export const leftOutCount = ({ uses: { answer }, use }: LeftOutProps): number | undefined => {
  const chosen = answer?.uses.find((each) => each.use === use);
  return answer && chosen && answer.limited - chosen.permitted;
};

/** Says how many records are behind consents, and how many of them are left out. */
export const LeftOut = ({ uses, use }: LeftOutProps) => {
  const { answer, failure, again } = uses;
  const messages = useMessages();
  if (failure !== undefined && !answer) return <PartFailed message="permits.failed" failure={failure} again={again} />;
  if (!answer || answer.limited === 0) return null;
  const count = leftOutCount({ uses, use });
  return (
    <p role="status">
      {messages.format('permits.limited', { count: answer.limited })}{' '}
      {count !== undefined && messages.format('permits.leftOut', { count })}
    </p>
  );
};
