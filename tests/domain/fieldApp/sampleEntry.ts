// An entry of the field page for tests.
import type { FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

export const fieldEntry = (changes: Partial<FieldEntry> = {}): FieldEntry => ({
  instanceId: 'uuid:one',
  formType: 'record',
  program: 'GeoKeeperProgram-1',
  formDef: 'GeoKeeperFormDef-1',
  version: 1,
  form: {
    title: { en: 'Sightings' },
    machineName: 'sightings',
    languages: ['en'],
    defaultLanguage: 'en',
    formType: 'record',
    lists: {},
    questions: [],
  },
  title: 'Heron at the weir',
  collected: '2026-05-01T10:00:00.000Z',
  answers: { species: 'heron' },
  files: [],
  state: 'draft',
  revision: 1,
  sendKey: 'key-1',
  changed: '2026-05-01T10:00:00.000Z',
  ...changes,
});
