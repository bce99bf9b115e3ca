// Makes a new entry on this device with its first values, and the names of its files.

import { uuid } from 'src/client/extendDevice.ts';
import {
  type EntryFile,
  type FieldEntry,
  latestVersion,
  type PackageForm,
  type PackageProgram,
  usualAudience,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

/** The program and the form of an entry, and what it belongs to. */
export interface NewEntry {
  readonly program: PackageProgram;
  readonly form: PackageForm;
  readonly trip?: string | undefined;
  readonly clockOffset?: number | undefined;
}

/** Returns a draft of the latest version of the form. Its times are those of the device; the server corrects them. */
export const newEntry = ({ program, form, trip, clockOffset }: NewEntry): FieldEntry => {
  const at = new Date().toISOString();
  const latest = latestVersion(form);
  if (!latest) throw new Error(`${form.id} has no version`);
  const { formType } = latest.form;
  const audience = usualAudience(form.audience);
  return {
    ...{ instanceId: `uuid:${uuid()}`, formType, program: program.id, formDef: form.id, ...latest },
    ...(audience === undefined ? {} : { audience }),
    ...(trip === undefined ? {} : { trip }),
    ...(clockOffset === undefined ? {} : { clockOffset }),
    ...{ title: form.label, collected: at, answers: {}, files: [], state: 'draft', revision: 1 },
    ...{ sendKey: uuid(), changed: at },
    ...(formType === 'trip' ? { progress: { state: 'paused', metres: 0, points: 0 } } : {}),
  };
};

/** Returns the name, or one like it that no file of the entry has. */
export const freeName = (wanted: string, files: readonly EntryFile[]): string => {
  const taken = new Set(files.map(({ name }) => name));
  const [, stem = 'file', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/.exec(wanted.replaceAll(/[/\\]/g, '_')) ?? [];
  let name = `${stem}${ending}`;
  for (let count = 2; taken.has(name); count += 1) name = `${stem}-${count}${ending}`;
  return name;
};
