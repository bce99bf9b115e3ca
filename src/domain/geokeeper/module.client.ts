// The area of field data in the browser. It adds the answers of records, their review, and the map of trips to item pages, and the dialogs
// that import and export XLSForms and records, and the editor of forms. It also adds the page with which people collect records in the
// field, and the addresses for ODK Collect to the page of the own account.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';
import { EDITED_TYPE, PROGRAM_OF_FORMS } from 'src/domain/geokeeper/formEditor/editedTypes.ts';
import { FIELD_DATA, WORK_ITEM } from 'src/domain/geokeeper/review/fieldDataType.ts';

export const geokeeperClientArea: ClientArea = {
  tabs: [
    {
      key: 'tripMap',
      isShown: ({ type, item }) =>
        type.name === FIELD_DATA && [item['track'], item['trip'], item['place']].some((value) => value !== undefined),
      page: lazyOf(async () => (await import('src/domain/geokeeper/review/TripMapTab.client.tsx')).TripMapPage),
      fills: true,
    },
    {
      key: 'fieldTrips',
      isShown: ({ type, user }) => [PROGRAM_OF_FORMS, WORK_ITEM].includes(type.name) && user !== undefined,
      page: lazyOf(async () => (await import('src/domain/geokeeper/review/TripsTab.client.tsx')).TripsPage),
      fills: true,
    },
    {
      key: 'formEditor',
      isShown: ({ type }) => type.name === EDITED_TYPE,
      page: lazyOf(
        async () => (await import('src/domain/geokeeper/formEditor/FormEditorTab.client.tsx')).FormEditorTab,
      ),
    },
  ],
  pageParts: [
    {
      ...{ key: 'formStart', position: 'work' },
      isShown: ({ type }) => type.name === EDITED_TYPE,
      component: lazyOf(
        async () => (await import('src/domain/geokeeper/formEditor/formParts.client.tsx')).FormStartPart,
      ),
    },
    {
      ...{ key: 'missingForms', position: 'work' },
      isShown: ({ type, user }) => type.name === PROGRAM_OF_FORMS && user !== undefined,
      component: lazyOf(
        async () => (await import('src/domain/geokeeper/formEditor/formParts.client.tsx')).MissingFormsPart,
      ),
    },
    {
      ...{ key: 'review', position: 'work' },
      isShown: ({ type, user }) => type.name === FIELD_DATA && user !== undefined,
      component: lazyOf(async () => (await import('src/domain/geokeeper/review/nextRecordPart.client.tsx')).ReviewPart),
    },
    {
      ...{ key: 'answers', position: 'values' },
      isShown: ({ type }) => type.name === FIELD_DATA,
      covers: () => ['formInstance', 'restrictedAnswers', 'track', 'reviewNote', 'formVersion'],
      component: lazyOf(
        async () => (await import('src/domain/geokeeper/review/answeredQuestions.client.tsx')).ReviewAnswersPart,
      ),
    },
  ],
  accountParts: [
    {
      key: 'collect',
      component: lazyOf(async () => (await import('src/domain/geokeeper/openRosa/collectPart.client.tsx')).CollectPart),
    },
  ],
  ownPages: {
    field: lazyOf(async () => (await import('src/domain/geokeeper/fieldApp/fieldPage.client.tsx')).FieldPage),
  },
  deviceData: {
    field: async () => (await import('src/domain/geokeeper/fieldApp/fieldDeviceData.client.ts')).fieldDeviceData,
  },
  listParts: [
    {
      ...{ key: 'importFieldRecords', icon: 'import' },
      isShown: ({ types, user }) =>
        types.some(({ name }) => name === FIELD_DATA) && user?.creatable.includes(EDITED_TYPE) === true,
      dialog: lazyOf(
        async () => (await import('src/domain/geokeeper/imports/importRecordsDialog.client.tsx')).ImportRecordsDialog,
      ),
    },
    {
      ...{ key: 'importXlsForm', icon: 'import' },
      isShown: ({ types, user }) =>
        types.some(({ name }) => name === EDITED_TYPE) && user?.creatable.includes(EDITED_TYPE) === true,
      dialog: lazyOf(
        async () => (await import('src/domain/geokeeper/xlsform/xlsFormIntoProgram.client.tsx')).XlsFormIntoProgram,
      ),
    },
  ],
  actionDialogs: {
    previewFieldRecords: lazyOf(
      async () => (await import('src/domain/geokeeper/imports/importIntoForm.client.tsx')).ImportIntoForm,
    ),
    previewXlsForm: lazyOf(
      async () => (await import('src/domain/geokeeper/xlsform/xlsFormDialog.client.tsx')).XlsFormDialog,
    ),
    exportXlsForm: lazyOf(
      async () => (await import('src/domain/geokeeper/xlsform/xlsFormExport.client.tsx')).XlsFormExport,
    ),
  },
};
