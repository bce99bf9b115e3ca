// Refusals of the compiler for reports, each proven by one change of the toy world.
import { describe } from 'vitest';
import { change, refuses, type Change } from 'tests/codegen/refuses.ts';

describe('[EXCHANGE] a report', () => {
  const report = (at: string, to: Change['to']): Change => change('library/reports.json', `/reports/bookLog${at}`, to);
  const source = (at: string, to: Change['to']): Change => report(`/sources/0${at}`, to);
  refuses([
    ['about no type', report('/about', 'Bok'), /bookLog\/about: Bok is no item type\. Did you mean Book\?/],
    ['a column without a caption', report('/columns/2', 'days'), /columns: there is no message bookLog\.days/],
    ['a text for no column', source('/columns/days', '{days}'), /columns\/days: days is no column/],
    [
      'a template with an unknown path',
      source('/columns/borrower', '{borower}'),
      /borower is no property of Loan\. Did you/,
    ],
    ['an unknown path of its item', source('/columns/borrower', '{$about.titl}'), /titl is no property of Book\. Did/],
    [
      'an unknown path of a record of a set',
      source('/columns/borrower', '{$id.dais}'),
      /\$id\.dais is no property of Loan/,
    ],
    ['a value that nothing computes', source('/method', '{$days}'), /method: \$days is no value of Loan/],
    ['an unknown message', source('/method', '{$message.book}'), /method: book is no message/],
    [
      'a condition that is not declared',
      source('/when', 'isPst'),
      /when: isPst is not declared here\. Did you mean isPast\?/,
    ],
    ['a condition inside a choice', source('/day/when', 'last'), /day\/when: last is not declared here/],
    [
      'a predicate on an unknown path',
      report('/conditions/isPast/if/eq/0', 'stat'),
      /isPast\/if\/eq\/0: "stat" is no property/,
    ],
    ['a set that is not declared', report('/conditions/isLast/in', 'books'), /isLast\/in: books is not declared here/],
    ['a filter by an unknown set', source('/where', { book: ['$books'] }), /where\/book: books is not declared here/],
    ['an unknown word', source('/column', {}), /unknown member "column"/],
  ]);
});
