// Values as people read them: words for keys, links that are safe, languages named, nothing of what is hidden.

import { render, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import type { Item, Json } from 'src/model/item/Item.ts';
import { PROPERTY_KINDS } from 'src/model/generated/kindNames.ts';
import { createFormWorld, FULL_BOOK, World } from 'stories/forms/FormWorld.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const PROPERTIES = registry.types.Book?.properties ?? {};

const show = (
  name: string,
  value: Json | undefined,
  options: {
    readonly locale?: string;
    readonly compact?: boolean;
    readonly values?: Readonly<Record<string, Json>>;
  } = {},
) => {
  const values = { ...FULL_BOOK, ...options.values };
  const { client } = createFormWorld(values);
  const property = PROPERTIES[name];
  if (!property) throw new Error(`no property ${name}`);
  const item = { $id: 'Book-90', ...values } as unknown as Item;
  const page = render(
    <World client={client} locale={options.locale ?? 'en'}>
      <PropertyValue type="Book" property={property} value={value} item={item} compact={options.compact ?? false} />
    </World>,
  );
  return { client, main: page.container.querySelector('main') as HTMLElement, page };
};

describe('each kind', () => {
  const kinds = new Set(Object.values(PROPERTIES).map(({ kind }) => kind));

  it('occurs in the toy world, except the one whose content only its area can show', () => {
    expect(PROPERTY_KINDS.filter((kind) => !kinds.has(kind))).toEqual(['json']);
  });

  it.each(Object.keys(FULL_BOOK))(
    '%s reads as something when it is filled, and as nothing when it is not',
    async (name) => {
      const { main, page } = show(name, FULL_BOOK[name]);
      await waitFor(() => expect(main.textContent).toMatch(/\S/));
      page.unmount();
      for (const empty of [undefined, null, '', []] as const) {
        const { main: bare, page: other } = show(name, empty);
        expect(bare.textContent).toBe('');
        other.unmount();
      }
    },
  );
});

describe('words for keys', () => {
  it('enum keys, list keys and levels', async () => {
    expect(show('state', 'ACTIVE').main.textContent).toBe('Active');
    const { main } = show('genres', ['ATLAS', '$other:Letters home']);
    await waitFor(() => expect(main.textContent).toBe('AtlasLetters home'));
  });

  it('yes and no, numbers in the way of the language', () => {
    expect(show('fragile', false).main.textContent).toBe('No');
    expect(show('weight', 12345.678, { locale: 'de' }).page.container.textContent).toContain('12.345,678');
  });
});

describe('languages', () => {
  it('a translated text falls back, and says which language it is in', () => {
    const { main } = show('titleT', { fr: 'Atlas ambré' }, { locale: 'en' });
    expect(main.querySelector('[lang=fr]')?.textContent).toBe('Atlas ambré');
  });

  it("text in a community's language carries the item's language", () => {
    expect(show('spoken', 'hən', { values: { language: 'hur' } }).main.querySelector('[lang=hur]')).not.toBeNull();
  });
});

describe('links', () => {
  it('only http and https lead anywhere, without telling where from', () => {
    const { main, page } = show('link', 'https://sample.test/a/');
    const link = main.querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://sample.test/a/');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link?.textContent).toBe('sample.test/a');
    page.unmount();
    expect(show('link', 'javascript:alert(1)').main.querySelector('a')).toBeNull();
  });

  it('[FORM-03] a telephone number reads well and can be dialled', () => {
    const { main } = show('phone', '16045550134 ext 12');
    expect(main.textContent).toBe('(604) 555-0134 ext: 12');
    expect(main.querySelector('a')?.getAttribute('href')).toBe('tel:16045550134;ext=12');
  });

  it('a mail address cannot smuggle headers into the mail program', () => {
    expect(
      show('email', 'a@sample.test?bcc=b@sample.test').main.querySelector('a')?.getAttribute('href'),
    ).not.toContain('?');
  });
});

describe('related items', () => {
  it('are links with their labels to the column of the item', async () => {
    const { main } = show('shelf', 'Shelf-1');
    await waitFor(() => expect(main.textContent).toBe('North shelf'));
    expect(main.querySelector('a')?.getAttribute('href')).toContain('i-Shelf-1');
  });

  it('what the reader may not see is not shown, not even as an id', async () => {
    const { client, main } = show('sequels', ['Book-77', 'Book-2']);
    await waitFor(() => expect(client.items.label('Book-77')).toBeUndefined());
    await waitFor(() => expect(main.textContent).toBe('Birch songs'));
  });
});

describe('files', () => {
  it('pictures have a thumbnail, others a name and size; one line in a table', async () => {
    const { main, page } = show('files', ['Attachment-1', 'Attachment-2']);
    await waitFor(() => expect(main.querySelectorAll('a')).toHaveLength(2));
    expect(main.querySelector('img')?.getAttribute('src')).toBe('/attachment/Attachment-1?variant=small');
    expect(main.querySelector('img')?.getAttribute('alt')).toBe('');
    page.unmount();
    expect(show('files', ['Attachment-1', 'Attachment-2'], { compact: true }).main.textContent).toBe('2 files');
  });
});

describe('dates', () => {
  it('read DD-MMM-YYYY, with the exact value for machines', () => {
    const { main } = show('bought', '2024-08-05');
    expect(main.textContent).toBe('05-Aug-2024');
    expect(main.querySelector('time')?.getAttribute('datetime')).toBe('2024-08-05');
  });
});

describe('members', () => {
  it('an object names each filled member; entries of a list follow each other', () => {
    const { main } = show('parts', [{ name: 'The delta', pages: 3 }, { name: 'The sea' }]);
    expect([...main.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Name', 'Pages', 'Name']);
  });
});
