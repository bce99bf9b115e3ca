// A state that is removed from its property: everything that follows is reported in one round.
import { expect, it } from 'vitest';
import { change } from 'tests/codegen/refuses.ts';
import { diagnosticTexts } from 'tests/codegen/toyWorld.ts';

const REMOVED = change('Repair.schema.json', '/properties/state/enum', ['REPORTED', 'UNDER_WAY', 'DONE', 'LOST']);
const places = (texts: readonly string[]): string[] => texts.map((text) => text.split(': ')[0] ?? '');

it('[EXPERIENCE] a removed state is reported together with what follows from it, and nothing is left for another round', () => {
  const texts = diagnosticTexts(REMOVED);
  expect(places(texts)).toMatchInlineSnapshot(`
    [
      "Repair.states.json#/transitions/drop/to",
      "Repair.states.json#/transitions/resume/from/1",
      "messages.en.json#/types.Repair.transitions.drop",
    ]
  `);
  expect(texts.at(-1)).toContain('This follows from the removal of DROPPED');
  const corrected = [
    change('Repair.states.json', '/transitions/drop', undefined),
    change('Repair.states.json', '/transitions/resume/from', ['DONE', 'LOST']),
    change('messages.en.json', '/types.Repair.transitions.drop', undefined),
  ];
  expect(diagnosticTexts(REMOVED, ...corrected)).toEqual([]);
});

it('[EXPERIENCE] names the states that are no longer reached without the removed one', () => {
  const texts = diagnosticTexts(
    change('Repair.schema.json', '/properties/state/enum', ['REPORTED', 'DONE', 'DROPPED', 'LOST']),
  );
  expect(texts).toContainEqual(expect.stringMatching(/: DONE is reached by no transition.* removal of UNDER_WAY$/));
});

it('[EXPERIENCE] a state that is only written wrongly has no consequences', () => {
  const texts = diagnosticTexts(change('Repair.states.json', '/transitions/drop/to', 'DROPED'));
  expect(texts).toHaveLength(1);
  expect(texts[0]).toContain('Did you mean DROPPED?');
});
