// Records in exports of ODK Central and KoboToolbox become answers of a form.
import { expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { NoRecords, importedReadRecords } from 'src/domain/geokeeper/imports/readRecords.ts';
import { formOfLines, sheetOfLines } from 'tests/domain/xlsForm/xlsSheets.ts';

const { form } = formOfLines(
  [
    'type | name | label',
    'start | begun | ',
    'begin group | site | Site',
    'text | who | Who?',
    'geopoint | spot | Where?',
    'end group | | ',
    'select_multiple fish | seen | Seen',
    'image | face | Face',
    'begin repeat | nets | Nets',
    'integer | size | Size',
    'begin repeat | catch | Catch',
    'text | kind | Kind',
    'end repeat | | ',
    'end repeat | | ',
  ],
  { choices: ['list_name | name | label', 'fish | pike | Pike', 'fish | char | Char'] },
);

const ONE = 'uuid:11111111-1111-4111-8111-111111111111';
const TWO = 'uuid:22222222-2222-4222-8222-222222222222';

it('[GEO-01] a zip of ODK Central becomes records with their repeats, files and times', () => {
  const { records, refused, unused } = importedReadRecords(
    [
      sheetOfLines('fish', [
        'SubmissionDate | begun | site-who | site-spot-Latitude | site-spot-Longitude | site-spot-Altitude | site-spot-Accuracy | seen | face | KEY | ReviewState | extra',
        `2026-05-02T10:00:00.000Z | 2026-05-01T09:00:00.000+02:00 | Ada | 52.5 | -122.25 | 700 | 4.5 | pike char | a.jpg | ${ONE} | approved | more`,
        `2026-05-02T11:00:00.000Z | | Ben | | | | | trout | | ${TWO} | |`,
      ]),
      sheetOfLines('fish-nets', [
        'size | PARENT_KEY | KEY',
        `3 | ${ONE} | ${ONE}/nets[1]`,
        `4 | ${ONE} | ${ONE}/nets[2]`,
      ]),
      sheetOfLines('fish-catch', ['kind | PARENT_KEY | KEY', `pike | ${ONE}/nets[2] | ${ONE}/nets[2]/catch[1]`]),
    ],
    form,
  );
  expect(records).toEqual([
    {
      ...{ instanceId: ONE, table: 'fish', row: 2, files: ['a.jpg'] },
      ...{ collected: '2026-05-01T09:00:00.000+02:00', finalized: '2026-05-02T10:00:00.000Z' },
      ...{ submitter: undefined, earlierReview: 'APPROVED' },
      answers: {
        begun: '2026-05-01T09:00:00.000+02:00',
        site: { who: 'Ada', spot: { lat: 52.5, lon: -122.25, alt: 700, accuracy: 4.5 } },
        ...{ seen: ['pike', 'char'], face: 'a.jpg' },
        nets: [{ size: 3 }, { size: 4, catch: [{ kind: 'pike' }] }],
      },
    },
  ]);
  expect(refused).toEqual([
    { instanceId: TWO, table: 'fish', row: 3, column: 'seen', value: 'trout', message: 'fieldImport.cell.choice' },
  ]);
  expect(unused).toEqual([{ table: 'fish', column: 'extra' }]);
});

it('[GEO-01] a workbook of KoboToolbox with groups in its headings, or with labels, becomes the same records', () => {
  const id = ONE.slice('uuid:'.length);
  const workbook = (who: string, seen: string, size: string) => [
    sheetOfLines('My form', [
      `begun | ${who} | site/spot | _site/spot_latitude | ${seen} | seen/pike | seen/char | face | face_URL | _uuid | _submission_time | _index`,
      `2026-05-01 09:00:00 | Ada | 52.5 -122.25 0 0 | 52.5 | Pike | 1 | 0 | a.jpg | https://example.org/a | ${id} | 2026-05-02T10:00:00 | 1`,
    ]),
    sheetOfLines('nets', [`${size} | _index | _parent_table_name | _parent_index`, `3 | 1 | My form | 1`]),
    sheetOfLines('catch', ['kind | _index | _parent_table_name | _parent_index', 'pike | 1 | nets | 1']),
  ];
  for (const sheets of [workbook('site/who', 'seen', 'nets/size'), workbook('Site/Who?', 'Seen', 'Size')]) {
    const { records, refused } = importedReadRecords(sheets, form);
    expect(refused).toEqual([]);
    expect(records).toMatchObject([
      {
        ...{ instanceId: ONE, collected: '2026-05-01T09:00:00Z', finalized: '2026-05-02T10:00:00Z' },
        answers: {
          site: { who: 'Ada', spot: { lat: 52.5, lon: -122.25 } },
          ...{ seen: ['pike'], face: 'a.jpg', nets: [{ size: 3, catch: [{ kind: 'pike' }] }] },
        },
      },
    ]);
  }
});

it('[GEO-01] a record twice, one without an id, and a file without records are refused', () => {
  const lines = ['who | KEY', `Ada | ${ONE}`, `Ben | ${ONE}`, 'Cid | '];
  const { records, refused } = importedReadRecords([sheetOfLines('fish', lines)], form);
  expect(records.map(({ answers }) => answers)).toEqual([{ site: { who: 'Ada' } }]);
  expect(refused.map(({ row, message }) => `${row} ${message}`)).toEqual([
    ...['3 fieldImport.repeated', '4 fieldImport.noInstanceId'],
  ]);
  const empty: FieldForm = { ...form, questions: [] };
  expect(() => importedReadRecords([sheetOfLines('other', ['a | b', '1 | 2'])], empty)).toThrow(NoRecords);
});
