// A list of titled texts, read as one text: what was sent, for example, as it was when it was sent.

import { isRecord } from 'src/base/isRecord.ts';
import 'src/client/cells/worked.css';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface TitledTextsProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly declared: { readonly path: string; readonly title: string; readonly text: string };
}

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export const TitledTexts = ({ item, type, declared: { path, title, text } }: TitledTextsProps) => {
  const messages = useMessages();
  const value = item[path];
  const entries = (Array.isArray(value) ? (value as readonly Json[]) : []).filter((each) => isRecord(each));
  if (entries.length === 0) return null;
  return (
    <section className="kk-group kk-titled-texts">
      <h4>{messages.property(type.name, path)}</h4>
      {entries.map((entry, at) => (
        <section key={at}>
          <h5 dir="auto">{textIn(entry[title])}</h5>
          <p dir="auto">{textIn(entry[text])}</p>
        </section>
      ))}
    </section>
  );
};
