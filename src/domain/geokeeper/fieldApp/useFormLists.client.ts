// The lists of an entry's form from the files that the device stores.

import { useEffect, useState } from 'react';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry, PackageFile } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldStore } from 'src/domain/geokeeper/fieldApp/FieldStore.client.ts';
import { MEDIA_OWNER } from 'src/domain/geokeeper/fieldApp/fieldTransfers.client.ts';
import { fieldRowsOf } from 'src/domain/geokeeper/forms/listRows.client.ts';
import type { FormLists } from 'src/domain/geokeeper/forms/fillSession.ts';

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
