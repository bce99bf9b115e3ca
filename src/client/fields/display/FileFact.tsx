// Facts about a file in words: "PDF file" for `application/pdf`, "1.2 MB" for 1234567, "Archive catalogue" for the kind of an import.
// Loaded with the first such value.

import { fileKind } from 'src/client/ui/fileKind.ts';
import 'src/client/intl/laterMessages.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { fileSize } from 'src/model/text/fileSize.ts';
import { readableName } from 'src/model/text/readableName.ts';

interface FileFactProps {
  readonly reads: NonNullable<Property['reads']>;
  readonly value: Json;
}

export const FileFact = ({ reads, value }: FileFactProps) => {
  const messages = useMessages();
  if (reads === 'importKind')
    return <>{messages.find(`imports.${String(value)}.label`) ?? readableName(String(value))}</>;
  if (reads === 'mediaType') return <>{fileKind(messages, String(value))}</>;
  return <>{fileSize(Number(value), messages.intl.locale)}</>;
};
