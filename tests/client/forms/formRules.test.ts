// The pure parts of the form room: conditions, dates, phones, geometries, translations, what goes in and out of a form.

import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { errorSchemaOf, fieldOfPointer } from 'src/client/fields/rules/FormProblem.ts';
import { geometryProblem } from 'src/client/forms/rules/geometryProblem.ts';
import { ownerOf } from 'src/client/fields/rules/ownerOf.ts';
import { whenHolds } from 'src/client/fields/session/layout.ts';
import { fromForm, intoForm } from 'src/client/fields/session/formValues.ts';
import { asRectangle, boundsOf } from 'src/client/fields/text/geometry.ts';
import { insertAt } from 'src/client/fields/text/insertAt.ts';
import { readDate, readMoment, readPartialDate, readTime } from 'src/model/calendar/typedDate.ts';
import { dialablePhone, formatPhone } from 'src/client/kinds/phone/phoneView.tsx';
import { safeUrl } from 'src/client/kinds/url/urlView.tsx';
import { bestTranslation } from 'src/model/text/translations.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Values } from 'src/model/item/Item.ts';
import { formats } from 'src/model/schema/formats.ts';
import { pointerParts, pointerOf } from 'src/model/text/jsonPointer.ts';

describe('conditions of fields', () => {
  const holds = (schema: Json, values: Values) => whenHolds({ path: 'size.height', schema }, values);

  it('const and enum compare values, an absent one as null', () => {
    expect(whenHolds({ path: 'state', schema: { const: 'ACTIVE' } }, { state: 'ACTIVE' })).toBe(true);
    expect(whenHolds({ path: 'state', schema: { const: 'ACTIVE' } }, {})).toBe(false);
    expect(whenHolds({ path: 'state', schema: { enum: ['DRAFT', 'ACTIVE'] } }, { state: 'ARCHIVED' })).toBe(false);
    expect(whenHolds({ path: 'state', schema: { const: null } }, {})).toBe(true);
  });

  it('"not empty" holds for what stands, on a nested path too', () => {
    expect(holds({ not: { const: null } }, { size: { height: 0 } })).toBe(true);
    expect(holds({ not: { const: null } }, { size: {} })).toBe(false);
    expect(whenHolds({ path: 'genres', schema: { minItems: 1 } }, { genres: [] })).toBe(false);
    expect(whenHolds({ path: 'title', schema: { type: 'string', minLength: 1 } }, { title: 'a' })).toBe(true);
  });

  it('a field without a condition is shown, and an unknown keyword is reported as a mistake', () => {
    expect(whenHolds(undefined, {})).toBe(true);
    expect(() => whenHolds({ path: 'state', schema: { pattern: 'A' } }, { state: 'A' })).toThrow(/pattern/);
  });
});

describe('[FORM-03] telephone numbers as read', () => {
  it.each([
    ['6045550134', '(604) 555-0134'],
    ['604 555-0134', '(604) 555-0134'],
    ['16045550134', '(604) 555-0134'],
    ['1 604 555 0134 ext 12', '(604) 555-0134 ext: 12'],
    ['604-555-0134x7', '(604) 555-0134 ext: 7'],
    ['555 0134', '555 0134'],
    ['26045550134', '26045550134'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
  ])('%s reads %s', (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown);
  });

  it('can be dialled with its extension', () => {
    expect(dialablePhone('+1 (604) 555-0134 ext 12')).toBe('+16045550134;ext=12');
  });
});

const reader = { language: 'en', today: '2026-11-22' };
const french = { ...reader, language: 'fr' };

describe('dates as typed', () => {
  it.each([
    ['1931', '1931'],
    ['1931-3', '1931-03'],
    ['1931/03/7', '1931-03-07'],
    [' 1931.03.07 ', '1931-03-07'],
    ['2024-02-29', '2024-02-29'],
    ['Mar 1931', '1931-03'],
    ['7 March, 1931', '1931-03-07'],
    ['March 7th 1931', '1931-03-07'],
    ['07-Mar-1931', '1931-03-07'],
    ['25/3/1931', '1931-03-25'],
    ['3/25/1931', '1931-03-25'],
    // Either number can be the month.
    ['5/3/1931', undefined],
    // An archive is not of this year.
    ['7 March', undefined],
    ['ma 1931', undefined],
    ['2023-02-29', undefined],
    ['1931-13', undefined],
    ['31', undefined],
    ['long ago', undefined],
  ])('[FORM-01] %s is kept as %s', (typed, stored) => {
    expect(readPartialDate(typed, reader)).toBe(stored);
  });

  it.each([
    ['5 aug', '2026-08-05'],
    ['tomorrow', '2026-11-23'],
    ['Friday', '2026-11-27'],
    ['Sun', '2026-11-29'],
    ['1931', undefined],
    ['Aug 2024', undefined],
  ])('[FORM-01] %s is the day %s', (typed, stored) => {
    expect(readDate(typed, reader)).toBe(stored);
  });

  it.each([
    ['9:30', '09:30'],
    ['930', '09:30'],
    ['2 pm', '14:00'],
    ['12:15 a.m.', '00:15'],
    ['14', '14:00'],
    ['13 pm', undefined],
    ['25:00', undefined],
    ['noonish', undefined],
  ])('[FORM-01] %s is the time %s', (typed, stored) => {
    expect(readTime(typed)).toBe(stored);
  });

  it('[FORM-01] a day with a time, and the months and days of the reader’s language', () => {
    expect(readMoment('tomorrow 2 pm', reader)).toBe('2026-11-23T14:00');
    expect(readMoment('2024-08-05T09:30', reader)).toBe('2024-08-05T09:30');
    expect(readMoment('5 Aug 2024', reader)).toBeUndefined();
    expect(readDate('7 févr. 1931', french)).toBe('1931-02-07');
    expect(readDate('demain', french)).toBe('2026-11-23');
  });

  it('everything kept passes the format of the server', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{4}([-/. ][0-9]{1,2}){0,2}$/), (typed) => {
        const stored = readPartialDate(typed, reader);
        return stored === undefined || formats['approximate-date']?.(stored) === true;
      }),
    );
  });
});

describe('geometries as typed', () => {
  const point = (longitude: number, latitude: number): Json => ({ type: 'Point', coordinates: [longitude, latitude] });
  const area: Json = {
    type: 'Polygon',
    coordinates: [
      [
        [-10, 40],
        [10, 40],
        [10, 50],
        [-10, 50],
        [-10, 40],
      ],
    ],
  };

  const messageOf = (value: Json, kinds = ['Point', 'Polygon']): string | undefined =>
    geometryProblem(value, kinds)?.message;

  it('[FORM-06] a point needs two numbers on the globe, bounds need four', () => {
    expect(geometryProblem(point(-123, 49), ['Point'])).toBeUndefined();
    expect(messageOf({ type: 'Point', coordinates: [null, 49] })).toBe('forms.geometry.incompletePoint');
    expect(messageOf(point(-123, 91))).toBe('errors.geometry.outOfRange');
    expect(
      messageOf({
        type: 'Polygon',
        coordinates: [
          [
            [1, null],
            [2, null],
            [2, 3],
            [1, 3],
            [1, null],
          ],
        ],
      }),
    ).toBe('forms.geometry.incompleteBounds');
    expect(geometryProblem(area, ['Polygon'])).toBeUndefined();
  });

  it('text that is no geometry, and a kind that is not allowed, are refused', () => {
    expect(messageOf('{"type":')).toBe('errors.geometry.notGeoJson');
    expect(messageOf({ type: 'Circle', coordinates: [] })).toBe('errors.geometry.notGeoJson');
    expect(messageOf(point(1, 2), ['Polygon'])).toBe('errors.geometry.otherKind');
  });

  it('bounds come back from their area, and from any shape', () => {
    expect(asRectangle(area)).toEqual([-10, 40, 10, 50]);
    expect(
      asRectangle({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [2, 0],
            [1, 3],
            [0, 0],
          ],
        ],
      }),
    ).toBeUndefined();
    expect(
      boundsOf({
        type: 'LineString',
        coordinates: [
          [0, 5],
          [2, -1],
        ],
      }),
    ).toEqual([0, -1, 2, 5]);
  });
});

describe('translations', () => {
  const value = { fr: 'Atlas ambré', en: 'Amber atlas', crx: '' };
  it("the reader's language, its parents, English, then any", () => {
    expect(bestTranslation(value, 'fr-CA')?.text).toBe('Atlas ambré');
    expect(bestTranslation(value, 'crx')?.text).toBe('Amber atlas');
    expect(bestTranslation({ fr: 'Seul' }, 'en')).toEqual({ locale: 'fr', text: 'Seul' });
    expect(bestTranslation(undefined, 'en')).toBeUndefined();
  });
});

describe('links', () => {
  it('only http and https are links', () => {
    expect(safeUrl('https://sample.test/a')).toBe('https://sample.test/a');
    for (const hostile of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//sample.test',
      'sample.test',
    ])
      expect(safeUrl(hostile)).toBeUndefined();
  });
});

describe('language text at the caret', () => {
  it('a mark joins the letter before it, and the caret follows', () => {
    expect(insertAt('cq', '\u030C', [1, 1])).toEqual({ text: 'čq', caret: 1 });
    expect(insertAt('hn', 'ə', [1, 1])).toEqual({ text: 'hən', caret: 2 });
    expect(insertAt('old', 'ł', [0, 3])).toEqual({ text: 'ł', caret: 1 });
  });
});

describe('whose value list', () => {
  it('follows the path, the item itself, or the system', () => {
    expect(ownerOf({ list: 'GENRES', owner: 'shelf' }, { shelf: 'Shelf-1' })).toBe('Shelf-1');
    expect(ownerOf({ list: 'GENRES', owner: 'shelf' }, {})).toBeUndefined();
    expect(ownerOf({ list: 'GENRES', owner: 'system' }, undefined)).toBe('system');
    const shelf = { $id: 'Shelf-1', keeper: 'Keeper-4' } as unknown as Item;
    expect(ownerOf({ list: 'GENRES', owner: 'shelf.keeper' }, { shelf: 'Shelf-1' }, () => shelf)).toBe('Keeper-4');
    expect(ownerOf({ list: 'GENRES', owner: 'shelf.keeper' }, { shelf: 'Shelf-1' }, () => undefined)).toBeUndefined();
    expect(ownerOf({ list: 'GENRES', owner: '$self' }, { $id: 'Shelf-2' })).toBe('Shelf-2');
  });
});

describe('values in and out of a form', () => {
  it('only declared fields go in, empty ones are absent', () => {
    expect(intoForm({ title: 'a', state: null, other: 1 } as never, ['title', 'state'])).toEqual({ title: 'a' });
  });

  it('what was emptied is absent, what was never there is not invented', () => {
    const formData = { title: '', size: { height: undefined }, genres: [], parts: [{}], sequels: [] };
    expect(fromForm(formData, { sequels: ['Book-1'] })).toEqual({ parts: [{}], sequels: [] });
  });
});

describe('problems by field', () => {
  const uiSchema = { genres: { 'ui:field': 'list' }, parts: { items: { name: { 'ui:options': {} } } } };
  it('a field for a whole value shows what is wrong inside it', () => {
    const tree = errorSchemaOf(
      [
        { path: '/genres/2', message: 'errors.maxLength', params: { max: 60 } },
        { path: '/parts/0/name', message: 'errors.required' },
      ],
      fieldOfPointer(uiSchema),
    );
    expect(tree).toEqual({
      genres: { __errors: ['errors.maxLength {"max":60}'] },
      parts: { 0: { name: { __errors: ['errors.required'] } } },
    });
  });

  it('pointers survive any name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
        (path) => JSON.stringify(pointerParts(pointerOf(path))) === JSON.stringify(path),
      ),
    );
  });
});
