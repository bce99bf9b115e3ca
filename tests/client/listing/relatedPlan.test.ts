import { describe, expect, it } from 'vitest';
import { referringTypes, relatedSearch } from 'src/client/listing/relatedPlan.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

describe('what names an item', () => {
  it('are items of the types that declare a relation to its type', () => {
    expect(referringTypes(registry, 'Shelf')).toContain('Book');
    expect(referringTypes(registry, 'Book')).toContain('Loan');
    expect(relatedSearch(registry, 'Book', 'Book-1')).toMatchObject({ must: { related: ['Book-1'] } });
  });

  it('are none of those that may name anything at all', () => {
    expect(referringTypes(registry, 'Book')).not.toContain('Notify');
  });

  it('is nothing for a type that no relation names', () => {
    expect(relatedSearch(registry, 'Nothing', 'Nothing-1')).toBeUndefined();
  });
});
