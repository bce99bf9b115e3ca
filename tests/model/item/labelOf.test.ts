import { describe, expect, it } from 'vitest';
import { fillTemplate, labelOf, ownText, referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import type { Property } from 'src/model/schema/Property.ts';

const fill = (template: string, values: Record<string, string>) => fillTemplate(template, (path) => values[path] ?? '');

describe('fillTemplate', () => {
  it.each([
    ['{title} ({year})', { title: 'Map', year: '1999' }, 'Map (1999)'],
    ['{title} ({year})', { title: 'Map' }, 'Map'],
    ['{title} ({year})', { year: '1999' }, '(1999)'],
    ['{a} · {b}', { b: 'only' }, 'only'],
    ['{a} · {b} · {c}', { a: '1', c: '3' }, '1 · 3'],
    ['{last}, {first}', { last: 'Reed' }, 'Reed'],
    ['No. {n}', { n: '7' }, 'No. 7'],
    ['{a} [{b}] {c}', { a: 'x', c: 'z' }, 'x z'],
    ['{a}', {}, ''],
  ])('%s with %j is %s', (template, values, text) => {
    expect(fill(template, values as Record<string, string>)).toBe(text);
  });
});

const property = (name: string, more: Partial<Property>): Property => ({
  name,
  kind: 'text',
  many: false,
  required: false,
  readOnly: false,
  ...more,
});
const type = (title: string) => ({
  properties: {
    name: property('name', {}),
    t: property('t', { kind: 'translated' }),
    book: property('book', { kind: 'relation', rel: { to: ['Book'], onDelete: 'keep' } }),
    parts: property('parts', { kind: 'object', many: true, properties: { name: property('name', {}) } }),
  },
  view: { title },
});

describe('labelOf', () => {
  it('takes the default language, joins many, and is the id when there is nothing', () => {
    expect(labelOf(type('{t}'), 'Book-1', { t: { fr: 'un', en: 'one' } })).toBe('one');
    expect(labelOf(type('{parts.name}'), 'Book-1', { parts: [{ name: 'a' }, { name: 'b' }] })).toBe('a, b');
    expect(labelOf(type('{name}'), 'Book-1', {})).toBe('Book-1');
  });

  it('names a related item by id, so that the caller inserts the label that the viewer may see', () => {
    const label = labelOf(type('{name}: {book}'), 'Loan-1', { name: 'Loan', book: 'Book-12' });
    expect(referencesIn(label)).toEqual(['Book-12']);
    expect(resolveLabel(label, new Map([['Book-12', 'The map']]), 'Loan-1')).toBe('Loan: The map');
  });

  it.each([
    ['{name}: {book}', 'Loan'],
    ['{book} · {name}', 'Loan'],
    ['{name} ({book}) {name}', 'Loan Loan'],
    ['{book}', 'Loan-1'],
    ['Of {book}', 'Loan-1'],
  ])('%s reads the same without a related item and with a hidden one', (title, shown) => {
    const hidden = labelOf(type(title), 'Loan-1', { name: 'Loan', book: 'Book-12' });
    const absent = labelOf(type(title), 'Loan-1', { name: 'Loan' });
    expect([resolveLabel(hidden, new Map(), 'Loan-1'), resolveLabel(absent, new Map(), 'Loan-1')]).toEqual([
      shown,
      shown,
    ]);
    expect(ownText(hidden)).not.toContain('Book');
  });

  it('is cut before a reference that would not be whole', () => {
    const label = labelOf(type('{name} {book}'), 'Loan-1', { name: 'x'.repeat(293), book: 'Book-12' });
    expect(label).not.toContain('Book');
    expect([...label].length).toBeLessThanOrEqual(300);
  });

  it('is cut between characters', () => {
    const label = labelOf(type('{name}'), 'Book-1', { name: '😀'.repeat(400) });
    expect([...label]).toHaveLength(300);
    expect(label.endsWith('😀…')).toBe(true);
  });
});
