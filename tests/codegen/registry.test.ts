// The compiled declarations of the toy world: the registry that all engine tests use.
import { describe, expect, it } from 'vitest';
import { compile, planOf } from 'codegen/compile.ts';
import { worldAt } from 'codegen/World.ts';
import type { Registry, ServerRegistry } from 'src/model/schema/Registry.ts';
import { changedSource, root, toyWorld } from 'tests/codegen/toyWorld.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { registry as serverRegistry } from 'tests/toy/generated/registry.server.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { link } from 'codegen/link.ts';
import { registry as product } from 'src/generated/registry.client.ts';
import { icons } from 'src/model/generated/loadedIcons.ts';
import { CLIENT_ICONS } from 'src/model/schema/clientIcons.ts';

const book = registry.types['Book']!;
const kindOf = (name: string): string => `${book.properties[name]!.kind}${book.properties[name]!.many ? '[]' : ''}`;

it('[EXPERIENCE] icons that declarations name come with those of the client, so that a page never loads the full set', () => {
  const named = new Set(
    [...product.areas, ...product.screens, ...Object.values(product.types).map(({ view }) => view)].flatMap(
      ({ icon }) => icon ?? [],
    ),
  );
  expect(named.size).toBeGreaterThan(20);
  // The icon `blank` has no paths.
  const withPaths = [...named, ...CLIENT_ICONS].filter((name) => name !== 'blank');
  for (const name of withPaths) expect(icons[name]?.length, name).toBeGreaterThan(0);
});

describe('properties', () => {
  it('take their kind from what is declared', () => {
    const kinds = Object.fromEntries(Object.keys(book.properties).map((name) => [name, kindOf(name)]));
    expect(kinds).toEqual({
      $access: 'level',
      shelf: 'relation',
      title: 'text',
      titleT: 'translated',
      spoken: 'language',
      summary: 'longText',
      state: 'enum',
      genres: 'list[]',
      year: 'integer',
      weight: 'number',
      fragile: 'boolean',
      bought: 'date',
      printed: 'approximateDate',
      seen: 'dateTime',
      opens: 'time',
      email: 'email',
      phone: 'phone',
      link: 'url',
      colour: 'color',
      place: 'geometry',
      sequels: 'relation[]',
      files: 'files[]',
      size: 'object',
      parts: 'object[]',
      price: 'number',
      privateNotes: 'longText',
      $notify: 'enum',
      $hideNotify: 'boolean',
    });
  });

  it('carry their limits and meaning', () => {
    expect(book.properties['title']).toEqual({
      name: 'title',
      kind: 'text',
      many: false,
      required: true,
      readOnly: false,
      minLength: 1,
      maxLength: 300,
    });
    expect(book.properties['sequels']).toMatchObject({
      maxItems: 50,
      rel: { to: ['Book'], ordered: true, acyclic: true, onDelete: 'null' },
    });
    const { sequels } = serverRegistry.types['Book']!.properties;
    expect([book.properties['sequels']?.rel?.inverse, sequels?.rel?.inverse]).toEqual([undefined, 'sequelOf']);
    expect(book.properties['genres']!.list).toEqual({ list: 'GENRES', owner: 'shelf', other: true });
    expect(book.properties['privateNotes']!.level).toBe('PRIVATE');
    expect(book.properties['state']).toMatchObject({ values: ['DRAFT', 'ACTIVE', 'ARCHIVED'], default: 'DRAFT' });
    expect(book.properties['parts']!.properties).toMatchObject({ name: { required: true }, pages: { minimum: 1 } });
    expect(registry.types['Loan']!.properties['state']).toMatchObject({
      kind: 'enum',
      readOnly: true,
      computed: { by: 'loanState', from: ['from', 'to'], clock: true },
    });
  });
});

describe('views', () => {
  it('name a facet by its path and fill in what was left out', () => {
    expect(book.view.facets[0]).toEqual({ key: 'state', kind: 'SEL' });
    expect(registry.types['Shelf']!.view.actions).toEqual([]);
    expect(book.view.form[0]!.groups[0]!.rows[0]).toEqual([{ path: 'title' }]);
    expect(book.view.form[1]!.groups[0]!.rows[1]).toEqual([
      { path: 'price', when: { path: 'state', schema: { const: 'ACTIVE' } } },
    ]);
  });
});

describe('servers', () => {
  const { server } = serverRegistry.types['Book']!;

  it('read by principals, everything else by predicates', () => {
    expect(server.access.read).toEqual({
      owner: 'shelf',
      level: { path: '$access', default: 'COMMUNITY' },
      readers: ['creator'],
    });
    expect(Object.keys(server.access.actions)).toEqual(['create', 'update', 'delete', 'PRIVATE.read', 'stamp']);
  });

  it('fill in what was left out', () => {
    const loan = serverRegistry.types['Loan']!.server;
    expect(loan).toMatchObject({
      search: { weights: {}, exact: [], excludeGeneralSearch: false, suggest: true },
      events: [{ on: 'create', kind: 'loaned', notify: ['borrower'], mode: 'IMMEDIATE' }],
      history: { keep: true, redact: [] },
      rules: { validate: [], beforeSave: [], afterCommit: [] },
      migrate: [],
    });
  });

  it('never reach a browser', () => {
    expect(JSON.stringify(registry)).not.toMatch(
      /"server"|"access":\{"read"|"actions":\{"create"|weights|"by":"ownerAdmin"/,
    );
    const names = ({ types, actions, steps, ...rest }: Registry | Omit<ServerRegistry, 'dashboards'>) => ({
      ...rest,
      types: Object.keys(types),
      actions: Object.keys(actions),
      steps: Object.keys(steps),
    });
    const { dashboards, reports, imports, ...others } = serverRegistry;
    expect(Object.keys(imports)).toEqual(['ACCOUNTS', 'BOOK_LIST']);
    expect(Object.keys(reports)).toEqual(['bookLog']);
    expect(Object.keys(dashboards)).toEqual(['library.numbers']);
    expect(names(registry)).toEqual(names(others));
    const known = new Set(Object.values(registry.actions).flatMap((action) => Object.keys(action)));
    expect([...known].toSorted()).toEqual(['mode', 'name', 'right']);
    expect(JSON.stringify(registry)).not.toMatch(/onComplete|"effects"|"guard"|"sets"|repairAccepted","notify/);
  });

  it('let only administrators change what a user may do', () => {
    const { access } = serverRegistry.types['User']!.server;
    for (const name of ['admin', 'blocked', 'email', 'memberships', 'siteReads', 'siteCapabilities']) {
      expect(access.writable?.[name]).toEqual({ any: [] });
    }
    expect(access.writable).not.toHaveProperty('dark');
    expect(access.actions['update']).toEqual({ principal: 'self' });
  });
});

describe('words', () => {
  it('are the given ones, and else made from names', () => {
    expect(messages).toMatchObject({
      'types.Book.props.titleT': 'Translated title',
      'types.Book.props.privateNotes': 'Private notes',
      'types.Book.props.size.height': 'Height',
      'types.Book.enum.state.DRAFT': 'Draft',
      'types.Book.sorts.year': 'Year',
      'types.Book.tabs.access': 'Access',
      'types.Book.enum.$notify.PREFS': 'By email only as each person has chosen',
      'buckets.created.last week': 'In the last 7 days',
      'types.User.plural': 'Users',
    });
  });
});

describe('the compiler', () => {
  it('gives the same text for the same declarations', async () => {
    const [first, second] = [await compile(toyWorld), await compile(worldAt(root, 'tests/toy'))];
    expect(first.outputs).toEqual(second.outputs);
  });

  it('changes the hash with any declaration', () => {
    const source = changedSource({ file: 'Book.view.json', at: '/icon', to: 'manual' });
    const changed = link(source).linked.types['Book']!.view.icon;
    expect(changed).toBe('manual');
    expect(registry.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(planOf(toyWorld).client.hash).toBe(registry.hash);
  });

  it('[SRCH-06] ships the buckets that the specification names', () => {
    const keys = (set: string): string[] => registry.buckets[set]!.buckets.map(({ key }) => key);
    expect(keys('created')).toEqual([
      'today',
      'yesterday',
      'last week',
      '7-30 days',
      '30-60 days',
      '60-90 days',
      '90-180 days',
      'before 180 days',
    ]);
    expect(keys('future')).toEqual([
      'tomorrow',
      'within a week',
      '7-30 days',
      '30-60 days',
      '60-90 days',
      '90-180 days',
      'after 180 days',
    ]);
    expect([keys('history')[0], keys('history').at(-1)]).toEqual(['before 1700', 'from 2000']);
    expect(keys('zeroOneMore')).toEqual(['0', '1', '2 or more']);
  });

  it('leaves no gap and no overlap between the ranges of a set', () => {
    const plain = ['history', 'fileSize', 'zeroOneMore'].map((set) => registry.buckets[set]!.buckets);
    for (const buckets of plain) {
      buckets.slice(1).forEach((bucket, index) => expect(bucket.from).toBe(buckets[index]!.to));
    }
  });
});
