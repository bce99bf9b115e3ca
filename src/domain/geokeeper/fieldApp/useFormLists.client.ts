// The lists of an entry's form from the files that the device stores: CSV tables and GeoJSON layers.

import { useEffect, useState } from 'react';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry, PackageFile } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';
import { MEDIA_OWNER } from 'src/domain/geokeeper/fieldApp/fieldTransfers.client.ts';
import type { FormLists, ListRow } from 'src/domain/geokeeper/forms/fillSession.ts';

const fieldCellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Returns the properties of the features as rows. */
const rowsOfLayer = (text: string): readonly ListRow[] => {
  const { features = [] } = JSON.parse(text) as {
    readonly features?: readonly {
      readonly id?: unknown;
      readonly properties?: Readonly<Record<string, unknown>> | null;
    }[];
  };
  return features.map(({ id, properties }) =>
    Object.fromEntries(Object.entries({ id, ...properties }).map(([name, value]) => [name, fieldCellText(value)])),
  );
};

export const fieldRowsOf = async (name: string, text: string): Promise<readonly ListRow[]> => {
  if (/\.(geo)?json$/i.test(name)) return rowsOfLayer(text);
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
};

/** Returns the stored files that the form names as lists. */
const listFiles = (store: FieldStore, entry: FieldEntry): readonly PackageFile[] => {
  const named = new Set(Object.values(entry.form.lists).flatMap((list) => ('file' in list ? [list.file] : [])));
  const program = store.package?.programs.find(({ id }) => id === entry.program);
  const files = [
    ...(program?.forms.filter(({ id }) => id === entry.formDef).flatMap(({ media }) => media) ?? []),
    ...(program?.references.flatMap((each) => each.files) ?? []),
  ];
  return files.filter(({ name }) => named.has(name));
};

const loadLists = async (store: FieldStore, entry: FieldEntry): Promise<FormLists> => {
  const lists = await Promise.all(
    listFiles(store, entry).map(async ({ name, sha256 }) => {
      const content = await store.vault.file(MEDIA_OWNER, sha256);
      return content ? [[name, await fieldRowsOf(name, await content.text())] as const] : [];
    }),
  );
  return Object.fromEntries(lists.flat());
};

/** Undefined while the lists are loading. */
export const useFormLists = (entry: FieldEntry): FormLists | undefined => {
  const { store } = useFieldPage();
  const [lists, setLists] = useState<FormLists>();
  const { instanceId } = entry;
  useEffect(() => {
    const now = store.entries.get(instanceId);
    let left = false;
    if (now)
      void loadLists(store, now).then(
        (loaded) => !left && setLists(loaded),
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [store, instanceId]);
  return lists;
};
