// Refusals of the compiler for areas, lists, actions and messages.
import { describe } from 'vitest';
import { change, refuses, type Change } from 'tests/codegen/refuses.ts';

const view = (at: string, to: Change['to']): Change => change('Book.view.json', at, to);

describe('areas, lists, actions, words', () => {
  const area = (at: string, to: Change['to']): Change => change('library/area.json', at, to);
  refuses([
    ['a screen twice', area('/screens/2/path', 'library.books'), /library\.books is a screen in .* already/],
    ['a search of no type', area('/screens/1/search/types', ['Boek']), /Boek is no item type/],
    [
      'a search by what is not declared',
      area('/screens/2/search/must', { weight: [1] }),
      /weight is no facet or filter/,
    ],
    [
      'a sort that is not declared',
      area('/screens/1/search/sort', [{ key: 'weight', order: 'asc' }]),
      /weight is no sort of Book/,
    ],
    [
      'a display that the type has not',
      area('/screens/3/search/display', 'CAROUSEL'),
      /CAROUSEL is no display of the types/,
    ],
    [
      'a path with a slash in columns',
      area('/screens/1/path', 'library/books'),
      /screens\/1\/path: a slash parts columns/,
    ],
    [
      'panels of a listing',
      area('/screens/1/panels', [{ key: 'all', screen: 'library.everything', draw: 'figures', capability: 'Library' }]),
      /screens\/1: a dashboard has panels, and nothing else has any/,
    ],
    ['two panels of one name', area('/screens/5/panels/1/key', 'states'), /a panel before it is called states/],
    ['a panel by what is no facet', area('/screens/5/panels/0/facet', 'title'), /title is no facet of all types that/],
    ['a panel of a drawing without what it needs', area('/screens/5/panels/0/draw', 'stacks'), /stacks needs "by"/],
    [
      'a panel for who cannot open its listing',
      [area('/screens/5/panels/0/screen', 'library.loans'), area('/screens/5/panels/0/capability', 'Reading')],
      /Reading does not open library.loans/,
    ],
    ['an owner type that is none', area('/ownerType', 'Zoo'), /#\/ownerType: Zoo is no item type/],
    ['a list value twice', change('lists.json', '/lists/GENRES/values/1/key', 'FABLE'), /FABLE is there twice/],
    [
      'a list value without English',
      change('lists.json', '/lists/GENRES/values/1/t', { fr: 'Atlas' }),
      /ATLAS has no English words/,
    ],
    [
      'an action with a right that none declares',
      change('library/endpoints.json', '/endpoints/stamp/right', 'shred'),
      /no type declares the right shred/,
    ],
    [
      'a type without a plural',
      change('library/messages.en.json', '/types.Book.plural', undefined),
      /Book\.view\.json: no words for types\.Book\.plural/,
    ],
    [
      'a screen without a title',
      change('library/messages.en.json', '/screens.library.books.title', undefined),
      /no words for screens\.library\.books\.title/,
    ],
    [
      'a list without a name',
      change('library/messages.en.json', '/lists.GENRES', undefined),
      /no words for lists\.GENRES/,
    ],
    [
      'words about nothing',
      change('library/messages.en.json', '/types.Book.props.titel', 'Title'),
      /is about nothing that is declared/,
    ],
    [
      'words that the name of the property gives',
      change('library/messages.en.json', '/types.Book.props.title', 'Title'),
      /is the text that types\.Book\.props\.title has without a message; leave it out/,
    ],
    [
      'help about nothing',
      change('library/messages.en.json', '/types.Book.help.titel', 'What it is called'),
      /is about nothing that is declared/,
    ],
    [
      'an owned list without people who may change it',
      change('library/lists.json', '/lists/GENRES/administer', undefined),
      /GENRES\/administer: "administer" is missing/,
    ],
    [
      'a file of later messages that is missing',
      change('engine/area.json', '/laterMessages/0', 'admn'),
      /laterMessages\/0: there is no messages\.admn\.en\.json/,
    ],
    [
      'members by a search that is held nowhere',
      view('/page', { membership: { search: 'size' } }),
      /page\/membership: size is no object of screen, searchString, selectedFacets/,
    ],
    [
      'members of types that there are not',
      view('/page', { membership: { search: 'size', types: 'genres' } }),
      /page\/membership: genres is no list of types/,
    ],
    [
      'a page about a value that is no item',
      view('/page', { about: { path: 'size', shows: ['size'] } }),
      /page\/about: size is/,
    ],
    [
      'a page that shows what the item it is about does not have',
      view('/page', { about: { path: 'shelf', shows: ['nothing'] } }),
      /page\/about: Shelf has no property nothing/,
    ],
    [
      'later messages of an area without their file',
      change('library/area.json', '/laterMessages', ['mail']),
      /laterMessages\/0: there is no messages.mail.en.json/,
    ],
  ]);
});
