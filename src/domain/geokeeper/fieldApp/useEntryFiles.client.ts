// The files of an open entry: its photos and recordings, and the media of its form, all from the vault of this device.

import { useEffect, useMemo, useState } from 'react';
import { useFieldPage } from 'src/domain/geokeeper/fieldApp/fieldContext.client.ts';
import type { FieldEntry, PackageForm } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { MEDIA_OWNER } from 'src/domain/geokeeper/fieldApp/fieldTransfers.client.ts';
import type { FieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { preparedPhoto } from 'src/domain/geokeeper/fieldApp/preparedPhoto.client.ts';
import type { FileSource } from 'src/domain/geokeeper/formView/FileSource.client.ts';
import { looksLike } from 'src/domain/geokeeper/formView/formLabels.ts';
import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export const questionsOf = (questions: readonly Question[]): readonly Question[] =>
  questions.flatMap((each) => [each, ...questionsOf(each.questions ?? [])]);

/** Appearance of a photo question that keeps the position, the time and the camera in the photo. */
const CAMERA_DATA = 'camera-data';

/** Stores the files of answers in the vault, photos as the form asks for them. */
export const useEntryFiles = ({ instanceId, form }: FieldEntry): FileSource => {
  const { store } = useFieldPage();
  return useMemo(() => {
    const byName = new Map(questionsOf(form.questions).map((question) => [question.name, question]));
    return {
      add: async (name, blob, wanted) => {
        store.receiving.add(instanceId);
        const question = byName.get(name);
        if (question?.type !== 'photo') return await store.addFile(instanceId, blob, wanted);
        const keepsCameraData = looksLike(question.appearance, CAMERA_DATA);
        const photo = await preparedPhoto(blob, wanted, { maxPixels: question.maxPixels, keepsCameraData });
        return await store.addFile(instanceId, photo.content, photo.name);
      },
      urlOf: async (name) => {
        // A file is shown once the answer that names it is stored, so that what a person sees is not lost with the tab.
        await store.entries.allStored();
        const file = store.entries.get(instanceId)?.files.find((each) => each.name === name);
        const content = await store.vault.file(instanceId, name, file?.type);
        return content ? URL.createObjectURL(content) : '';
      },
    };
  }, [store, instanceId, form]);
};

const formMedia = async (vault: FieldVault, form: PackageForm): Promise<Readonly<Record<string, string>>> => {
  const found = await Promise.all(
    form.media.map(async ({ name, sha256 }) => [name, await vault.file(MEDIA_OWNER, sha256)] as const),
  );
  return Object.fromEntries(found.flatMap(([name, blob]) => (blob ? [[name, URL.createObjectURL(blob)]] : [])));
};

/** Addresses of the pictures and recordings of the form. */
export const useFieldMedia = (form: PackageForm | undefined): Readonly<Record<string, string>> => {
  const { store } = useFieldPage();
  const [media, setMedia] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    const made: Promise<Readonly<Record<string, string>>> = form ? formMedia(store.vault, form) : Promise.resolve({});
    void made.then(setMedia, () => undefined);
    return () =>
      void made.then(
        (all) => Object.values(all).forEach((url) => URL.revokeObjectURL(url)),
        () => undefined,
      );
  }, [store, form]);
  return media;
};
