// Each refusal of the compiler, tested with one change of the toy world: the right file, the right pointer, a helpful reason.
import { describe, expect, it } from 'vitest';
import { change, refuses, type Change } from 'tests/codegen/refuses.ts';
import { diagnosticTexts } from 'tests/codegen/toyWorld.ts';

const book = (property: string, to: Change['to']): Change => change('Book.schema.json', `/properties/${property}`, to);
const view = (at: string, to: Change['to']): Change => change('Book.view.json', at, to);
const server = (at: string, to: Change['to']): Change => change('Book.server.json', at, to);

it('has nothing against the toy world as it stands', () => {
  expect(diagnosticTexts()).toEqual([]);
});

it('has nothing against a path that a later migration moved on', () => {
  const migrate = [
    { op: 'rename', from: 'heft', to: 'mass' },
    { op: 'rename', from: 'mass', to: 'weight' },
  ];
  expect(diagnosticTexts(server('/migrate', migrate))).toEqual([]);
});

describe('the profile of JSON Schema', () => {
  refuses([
    [
      'prefixItems, with the reason',
      book('genres/prefixItems', [{ type: 'string' }]),
      /Book\.schema\.json#\/properties\/genres\/prefixItems: prefixItems is not part of the profile: .*tuple/,
    ],
    [
      'dependentSchemas',
      change('Book.schema.json', '/dependentSchemas', {}),
      /dependentSchemas is not .*never renders/,
    ],
    ['patternProperties', book('size/patternProperties', {}), /patternProperties is not part/],
    ['not', book('title/not', {}), /not is not part of the profile/],
    ['contains', book('genres/contains', {}), /contains is not part/],
    ['text in a schema', book('title/title', 'Title'), /texts are messages: types\.<Type>\.props/],
    [
      'an unknown keyword',
      book('title/maxlength', 3),
      /Book\.schema\.json#\/properties\/title: unknown member "maxlength"\. Did you mean maxLength\?/,
    ],
    ['an unknown x- word', book('title/x-colour', 'red'), /unknown member "x-colour"/],
    ['a wrong $id', change('Book.schema.json', '/$id', '/schemas/library/Boek'), /\$id: must be "\/schemas\/library\//],
    ['a $ref into nothing', book('place/$ref', '/schemas/engine/common#/$defs/Nowhere'), /Nowhere leads nowhere/],
    [
      'a $ref in a circle',
      [
        change('Book.schema.json', '/$defs', {
          Loop: { type: 'object', properties: { again: { $ref: '#/$defs/Loop' } } },
        }),
        book('loop', { $ref: '#/$defs/Loop' }),
      ],
      /leads back to itself/,
    ],
  ]);
});

describe('properties', () => {
  refuses([
    ['a text without end', book('title/maxLength', undefined), /properties\/title: a text needs maxLength/],
    ['a list without end', book('sequels/maxItems', undefined), /properties\/sequels: a list needs maxItems/],
    ['a name of the engine', book('created', { type: 'boolean' }), /created is a name of the engine's own/],
    [
      'a relation to no type',
      book('shelf/x-rel/to', ['Shelff']),
      /shelf\/x-rel\/to: Shelff is no item type\. Did you mean Shelf\?/,
    ],
    [
      'an inverse that another type has taken',
      change('Shelf.schema.json', '/properties/twin', {
        type: 'string',
        format: 'item-id',
        'x-rel': { to: ['Shelf'], inverse: 'books', onDelete: 'null' },
      }),
      /books on Shelf is the inverse of \w+\.\w+ already/,
    ],
    [
      'an inverse that hides a property',
      change('Loan.schema.json', '/properties/book/x-rel/inverse', 'title'),
      /title is a property of Book: an inverse name means one thing/,
    ],
    [
      'a circle that nothing can close',
      book('shelf/x-rel/acyclic', true),
      /shelf\/x-rel\/acyclic: acyclic belongs to a whole property without x-level that names items of its own type alone/,
    ],
    ['people who are none', change('Loan.server.json', '/mustRead', ['book']), /book is no relation to people/],
    [
      'a copy of another kind',
      change('Loan.server.json', '/copies', { from: 'book', properties: ['days'] }),
      /copies\/properties\/0: days is no property of the same kind of Book/,
    ],
    [
      'a copy that people may write',
      change('Loan.server.json', '/copies', { from: 'book', properties: ['from'] }),
      /copies\/properties\/0: from is not readOnly/,
    ],
    ['a list that is not declared', book('genres/x-list/list', 'MOODS'), /MOODS is no declared list/],
    ["an owned list used as the system's", book('genres/x-list/owner', 'system'), /GENRES is owned: give the path/],
    ['a list owner that is no relation', book('genres/x-list/owner', 'title'), /title is no relation to an owner/],
    [
      'a level inside an object',
      book('size/properties/height/x-level', 'PRIVATE'),
      /x-level belongs to a whole property/,
    ],
    ['kept without a version, and written by people', book('title/x-unversioned', true), /x-unversioned belongs to a/],
    ['asked of the wrong people', book('title/x-required', 'always'), /title\/x-required/],
    [
      'asked of people who cannot see it',
      book('price/x-required', 'exceptAdmins'),
      /price: x-required belongs to a whole/,
    ],
    [
      'an end of something else',
      change('Loan.schema.json', '/properties/to/x-after', 'book'),
      /to\/x-after: book is no start of the same kind/,
    ],
    [
      'computed from nothing',
      change('Loan.schema.json', '/properties/days/x-computed/from', ['start']),
      /start is no property/,
    ],
    [
      'a count of what no relation names',
      book('copies', { type: 'integer', readOnly: true, 'x-count': { type: 'Loan', path: 'from' } }),
      /copies\/x-count: from is no relation to a Book that all readers/,
    ],
    [
      'a stored value that tells of what is for stricter readers',
      change('Loan.schema.json', '/properties/to/x-level', 'PRIVATE'),
      /days\/x-computed\/from: to is for readers of PRIVATE: write "x-level": "PRIVATE" at days too/,
    ],
    [
      'required but not there',
      change('Book.schema.json', '/required', ['title', 'shelf', 'isbn']),
      /#\/required: isbn is no property/,
    ],
  ]);
});

describe('values', () => {
  refuses([
    ['a keyword that does nothing for its type', book('title/minimum', 3), /properties\/title: strict mode: .*minimum/],
    ['a format that is not known', book('link/format', 'iri'), /properties\/link: unknown format "iri"/],
    ['a pattern that is none', book('title/pattern', '('), /properties\/title: Invalid regular expression/],
    [
      'a default that the property refuses',
      book('state/default', 'LOST'),
      /state\/default: "LOST" is no value of state/,
    ],
    [
      'an initial value that the property refuses',
      view('/create/initial', { state: 'LOST' }),
      /create\/initial\/state: "LOST"/,
    ],
    [
      'a screen with a facet that related items do not have',
      change('library/area.json', '/screens/2/search/related', { path: 'rel', type: 'Nothing', facets: ['state'] }),
      /screens\/2\/search\/related\/type/,
    ],
    [
      'a screen that starts with such a value',
      change('library/area.json', '/screens/2/search/initial', { state: 'LOST' }),
      /screens\/2\/search\/initial\/state/,
    ],
  ]);
});

describe('views', () => {
  refuses([
    ['a misspelt key', view('/facetts', []), /unknown member "facetts"\. Did you mean facets\?/],
    [
      'a facet on nothing',
      view('/facets/0/path', 'statte'),
      /facets\/0: statte is no property of Book\. Did you mean state\?/,
    ],
    [
      'what an item type cannot say',
      view('/templates', []),
      /unknown member "templates": an item starts from "initial"/,
    ],
    [
      'a display that shows other pictures',
      view('/image', undefined),
      /CAROUSEL: the display .* write "image": "files"/,
    ],
    [
      'a condition in words that the browser does not read',
      view('/form/1/groups/0/rows/1/0/when/schema', { anyOf: [{ cosnt: 'ACTIVE' }] }),
      /form\/1\/groups\/0\/rows\/1\/0\/when\/schema\/anyOf\/0: cosnt is no word of a condition\. Did you mean const\?/,
    ],
    [
      'a field on nothing, at its place',
      view('/form/0/groups/0/rows/1/0', 'titlleT'),
      /form\/0\/groups\/0\/rows\/1\/0: titlleT is no property of Book\. Did you mean titleT\?/,
    ],
    [
      'a shipped search by no facet',
      view('/saved', [{ key: 'odd', selected: { sate: ['DRAFT'] } }]),
      /saved\/0\/selected\/sate: sate is no facet of Book\. Did you mean state\?/,
    ],
    [
      'a shipped search twice',
      view('/saved', [{ key: 'odd', display: 'MAP' }, { key: 'odd' }]),
      /saved\/1\/key: odd is there twice/,
    ],
    ['an action in a place without one', view('/actions/0/where', ['bulk']), /where\/0: must be one of item/],
    [
      'a facet of a kind that does not fit',
      view('/facets/0/kind', 'RANGE'),
      /state is of kind enum, which cannot be a RANGE facet/,
    ],
    ['a range without buckets', view('/facets/4/buckets', undefined), /a RANGE facet needs buckets: created/],
    [
      'buckets that do not fit',
      view('/facets/4/buckets', 'created'),
      /the buckets created do not fit the kind integer/,
    ],
    [
      'buckets that count while a value lasts that there is not',
      view('/facets/4', { ...{ path: 'year', kind: 'RANGE', buckets: 'history' }, while: 'state', is: ['GONE'] }),
      /state has no value GONE/,
    ],
    ['a sort by many', view('/sorts/0/path', 'sequels'), /sequels is of kind relation, which cannot be sorted by/],
    ['a filter by geometry', view('/filters', ['place']), /place is of kind geometry, which cannot be filtered by/],
    ['a MAP without geometry', view('/displays/MAP', {}), /displays\/MAP: "geometry" or "geometryOf" is missing$/],
    [
      'a MAP of a text',
      view('/displays/MAP/geometry', 'title'),
      /title is of kind text, which cannot be drawn on a map/,
    ],
    ['a TIMELINE without start', view('/displays/TIMELINE', {}), /displays\/TIMELINE: "start" is missing/],
    [
      'a TIMELINE by a date that no search knows',
      view('/filters', ['sequels']),
      /displays\/TIMELINE: bought is neither a sort nor a filter: the display would not find it/,
    ],
    [
      'lanes by what is no facet',
      view('/displays/TIMELINE', { start: 'bought', lane: 'title' }),
      /displays\/TIMELINE: title is no facet that counts single values/,
    ],
    ['a CAROUSEL without media', view('/displays/CAROUSEL', {}), /displays\/CAROUSEL: "media" is missing/],
    [
      'a TREE by a relation to another type',
      view('/displays/TREE', { parent: 'shelf' }),
      /displays\/TREE: shelf must lead to Book and to no other type/,
    ],
    ['a title over nothing', view('/title', '{name}'), /#\/title: name is no property of Book/],
    ['a title without a path', view('/title', 'Book'), /#\/title: names no path/],
    ['a header that is not there', view('/headers', ['tittle']), /headers\/0: tittle is no property/],
    [
      'a computed property on a form',
      change('Loan.view.json', '/form/0/groups/0/rows', [['book'], ['state']]),
      /state is written by the server/,
    ],
    [
      'a required property left off the form',
      change('Loan.view.json', '/form/0/groups/0/rows', [['borrower']]),
      /book is required but not on the form/,
    ],
    ['the same field twice', view('/form/0/groups/0/rows/0', ['title', 'title']), /title is on the form twice/],
    ['an action that is not declared', view('/actions/0/key', 'burn'), /burn is no declared action/],
    [
      'an action without its right',
      server('/access/actions/stamp', undefined),
      /stamp needs the right stamp, which Book does not declare/,
    ],
    ['a facet for no capability', view('/facets/0/capability', 'Zoo'), /Zoo is no capability/],
  ]);
});

describe('servers', () => {
  refuses([
    ['a number that is taken', server('/number', 101), /#\/number: 101 is the number of Shelf already/],
    ['composites of an index', server('/index', []), /unknown member "index": the index is made from facets/],
    ['an export', server('/export', {}), /unknown member "export": the engine exports nothing/],
    ['a number of the engine', server('/number', 9), /numbers below 20 are the engine's own/],
    [
      'a read predicate',
      server('/access/actions/read', { principal: 'everyone' }),
      /actions\/read: who may read is said by owner, level/,
    ],
    ['an owner that is no relation', server('/access/owner', 'title'), /access\/owner: title is no relation/],
    ['an owner behind a relation that has none', server('/access/owner', 'shelf.room'), /room is no relation of Shelf/],
    [
      'an owner whom not every reader may see',
      book('shelf/x-level', 'PRIVATE'),
      /access\/owner: shelf is hidden by x-level: who may read follows/,
    ],
    ['a level that is none', server('/access/level/path', 'state'), /state holds no level/],
    ['a reader that cannot be a principal', server('/access/readers', ['friends']), /readers\/0: must match/],
    ['a reader by a path to no user', server('/access/readers', ['user:shelf']), /shelf is no relation to a User/],
    [
      'two words in one predicate',
      server('/access/actions/update', { level: 'PRIVATE', principal: 'creator' }),
      /holds level and principal: write exactly one word/,
    ],
    [
      'a predicate word that is not known',
      server('/access/actions/update', { owns: true }),
      /unknown member "owns"; known: all, any, .* more/,
    ],
    [
      'a predicate over nothing',
      server('/access/actions/update', { eq: ['satte', 'X'] }),
      /update\/eq\/0: "satte" is no property here\. Did you mean state\?/,
    ],
    [
      'a value word that is not known',
      server('/access/actions/update', { eq: ['shelf', '$user.shelf'] }),
      /\$user\.shelf is no value word/,
    ],
    [
      'two hops',
      change('Loan.server.json', '/access/actions/update', {
        via: { rel: 'book', where: { via: { rel: 'shelf', where: { cap: 'Library' } } } },
      }),
      /follows one relation at most/,
    ],
    [
      'a right that leads back to itself',
      server('/access/actions/update', { may: { action: 'update', rel: 'sequels' } }),
      /Book looks behind a relation itself for update: a right follows one relation at most/,
    ],
    [
      'a right that nobody declares there',
      server('/access/actions/update', { not: { may: { action: 'lend', rel: 'shelf' } } }),
      /Shelf declares no right to lend/,
    ],
    [
      'a capability that is none',
      server('/access/actions/create', { cap: 'Libary' }),
      /Libary is no capability\. Did you mean Library\?/,
    ],
    [
      'a writable property that is not there',
      server('/access/writable', { nothing: { any: [] } }),
      /writable\/nothing: nothing is no property/,
    ],
    [
      'a weight on what holds no words',
      server('/search/weights', { place: 'A' }),
      /place is of kind geometry, which holds no words/,
    ],
    ['events under what is no relation', server('/project', 'title'), /project: title is no relation/],
    ['an event on nothing', server('/events/0/paths', ['gone']), /events\/0: gone is no property/],
    ['an event instead of a later one', server('/events/0/unless', ['closedChanged']), /closedChanged is no kind/],
    [
      'a migration that does not say enough',
      server('/migrate', [
        { op: 'rename', from: 'mass' },
        { op: 'backfill', path: 'phone' },
      ]),
      /migrate\/0: rename needs to\n.*migrate\/1: backfill needs value or by/,
    ],
    [
      'a migration that reads what names nothing of the type',
      server('/migrate', [
        { op: 'backfill', path: 'phone', by: 'phoneOf', namedBy: { type: 'Loan', path: 'gone' } },
        { op: 'backfill', path: 'phone', value: '', namedBy: { type: 'Loan', path: 'book' } },
        { op: 'backfill', path: 'phone', by: 'phoneOf', namedBy: { type: 'Book', path: 'shelf' } },
      ]),
      /migrate\/0: gone is no property of Loan; known: .*\n.*migrate\/1: namedBy needs by\n.*migrate\/2: shelf of Book names no Book/,
    ],
    [
      'a migration into nothing',
      server('/migrate', [{ op: 'rename', from: 'mass', to: 'wieght' }]),
      /migrate\/0: wieght is no property of Book\. Did you mean weight\?/,
    ],
    [
      'a migration of what is still there',
      server('/migrate', [{ op: 'drop', path: 'weight' }]),
      /migrate\/0: weight is still a property of Book/,
    ],
    [
      'a rename into another object',
      server('/migrate', [{ op: 'rename', from: 'tall', to: 'size.height' }]),
      /migrate\/0: a rename stays within its object/,
    ],
    [
      'a migration of no list',
      server('/migrate', [{ op: 'list-map', list: 'GENRE', map: { FABLE: null } }]),
      /migrate\/0: GENRE is no declared list\. Did you mean GENRES\?/,
    ],
    ['notices, which nothing makes', server('/notify', []), /unknown member "notify"/],
    ['a workflow, which nothing runs', server('/workflow', {}), /unknown member "workflow"/],
    [
      'an action missing from access',
      server('/access/actions/delete', undefined),
      /access\/actions: "delete" is missing/,
    ],
  ]);
});
