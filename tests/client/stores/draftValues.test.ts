// Changes of a draft: empty values of fields are no values, while content that no declaration describes stays as it is.
import { expect, it } from 'vitest';
import { changesIn } from 'src/client/stores/draftValues.ts';

it('[ITEM-01] keeps empty members of content that no declaration describes', () => {
  const form = { lists: {}, questions: [{ name: 'g', questions: [] }] };
  const unchanged = new Set(['form']);
  expect(changesIn({}, { label: '', form }, unchanged)).toEqual({ form });
  expect(changesIn({ form }, { form: { ...form } }, unchanged)).toEqual({});
  expect(changesIn({ form }, { form: { questions: form.questions } }, unchanged)).toEqual({
    form: { questions: form.questions },
  });
  expect(changesIn({ form }, {}, unchanged)).toEqual({ form: null });
  expect(changesIn({ parts: { a: [] } }, { parts: { a: [], b: '' } })).toEqual({});
});
