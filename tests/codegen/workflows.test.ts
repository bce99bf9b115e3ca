// Tables of states, step kinds and types with workflows: the compiled result for the toy world, and refusals.
import { describe, expect, it } from 'vitest';
import { statesPage } from 'codegen/emit/statesPage.ts';
import type { JsonValue } from 'codegen/json.ts';
import { link } from 'codegen/link.ts';
import { formatDiagnostic } from 'codegen/diagnostics.ts';
import { plan } from 'codegen/plan.ts';
import { workflows } from 'codegen/validate/declaredWorkflows.ts';
import { states as validateStates } from 'codegen/validate/states.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry } from 'tests/toy/generated/registry.client.ts';
import { registry as serverRegistry } from 'tests/toy/generated/registry.server.ts';
import { changedSource, diagnosticTexts, toyWorld, type Change } from 'tests/codegen/toyWorld.ts';

type Case = readonly [name: string, change: Change | readonly Change[], diagnosticText: RegExp];

const change = (file: string, at: string, to: JsonValue | undefined): Change => ({ file, at, to });
const states = (at: string, to: JsonValue | undefined): Change => change('Repair.states.json', at, to);
const accept = (at: string, to: JsonValue | undefined): Change => states(`/transitions/accept${at}`, to);
const kind = (at: string, to: JsonValue | undefined): Change =>
  change('library/steps.json', `/kinds/RPR_MEND${at}`, to);
const subject = (at: string, to: JsonValue | undefined): Change =>
  change('library/workflows.json', `/subjects/Repair${at}`, to);

/** Returns only the diagnostics of states and workflows, which is faster than a full compilation. */
const ownTexts = (...changes: readonly Change[]): string[] => {
  const { linked, diagnostics } = link(changedSource(...changes));
  return [...diagnostics, ...validateStates(linked), ...workflows(linked)].map(formatDiagnostic);
};

const run = (cases: readonly Case[], said = ownTexts): void => {
  it.each(cases)('%s', (_name, given, diagnosticText) => {
    expect(said(...('file' in given ? [given] : given)).join('\n')).toMatch(diagnosticText);
  });
};

/** Refusals of validators that also look at other types. */
const runAll = (cases: readonly Case[]): void => run(cases, diagnosticTexts);

describe('[WF-01] a table of states', () => {
  const { states: machine, server, properties } = serverRegistry.types['Repair']!;

  it('makes its property one that only transitions write, and each transition a right', () => {
    expect(properties['state']).toMatchObject({ readOnly: true, default: 'REPORTED' });
    expect(server.access.actions).toMatchObject({ accept: { cap: 'Library' }, drop: { principal: 'ownerAdmin' } });
    expect(server.access.actions).not.toHaveProperty('mend');
    expect(serverRegistry.notices).toMatchObject({ repairAccepted: 'IMMEDIATE', repairDropped: 'DIGEST' });
  });

  it('gives the server all of it, and a page what it offers', () => {
    expect([machine?.fixed, registry.types['Repair']!.states?.fixed]).toEqual([['DONE'], ['DONE']]);
    expect(machine?.transitions.map(({ name, auto }) => [name, auto])).toEqual([
      ['accept', false],
      ['mend', true],
      ['drop', false],
      ['resume', false],
    ]);
    expect(machine?.transitions[0]).toEqual({
      ...{ name: 'accept', from: ['REPORTED'], to: 'UNDER_WAY', requires: ['book'], auto: false },
      ...{ confirm: true, intent: 'primary', guard: { not: { empty: 'cost' } }, sets: { accepted: '$now' } },
      ...{ effects: [], event: { kind: 'repairAccepted', notify: ['creator'], mode: 'IMMEDIATE' } },
    });
    const offered = registry.types['Repair']!.states?.transitions;
    expect(offered?.map(({ name }) => name)).toEqual(['accept', 'drop', 'resume']);
    expect(Object.keys(offered?.[0] ?? {}).toSorted()).toEqual(
      ['confirm', 'from', 'intent', 'name', 'requires', 'to'].toSorted(),
    );
  });

  it('is drawn for people, with every transition and who runs it', () => {
    const source = changedSource();
    const planned = plan({ ...toyWorld, modelOut: 'model' }, source, link(source).linked);
    const [page] = statesPage(planned);
    expect(page?.path).toBe('docs/STATES.md');
    expect(page?.text).toContain('## Repairs (Repair)');
    expect(page?.text).toContain('Property: `state`. Fixed: DONE.');
    expect(page?.text).toContain('    UNDER_WAY --> DONE: mend (auto)');
    expect(page?.text).toContain('    [*] --> LOST: import');
    expect(page?.text).toMatch(
      /\| `accept` \| REPORTED \| UNDER_WAY \| `Library` \| needs `book`; only if not .*event/,
    );
    expect(page?.text).toMatch(/\| `force` \| any \| any \| the owner's administrators \| asks for a reason \|/);
    expect(page?.text.match(/^## /gm)).toHaveLength(2);
  });

  run([
    ['a property that is none', states('/property', 'sate'), /#\/property: sate is no property of Repair/],
    ['a property that is no choice', states('/property', 'cost'), /cost is no single enum/],
    ['a start that is no state', states('/initial', ['REPORTD']), /initial\/0: REPORTD is no state.*REPORTED/],
    ['a fixed state that is none', states('/fixed', ['DUN']), /fixed\/0: DUN is no state/],
    ['a state that is none', accept('/to', 'DOING'), /transitions\/accept\/to: DOING is no state/],
    ['a start of a transition that is none', accept('/from', ['DOING']), /accept\/from\/0: DOING is no state/],
    ['a state that nothing leads to', states('/imported', []), /LOST is reached by no transition; "imported" is/],
    [
      'a default that is another state',
      change('Repair.schema.json', '/properties/state/default', 'DONE'),
      /initial\/0: the default of state is DONE/,
    ],
    ['a path that is none', accept('/requires', ['bok']), /accept\/requires\/0: bok is no property.*book/],
    ['a value for what is no property', accept('/sets', { when: '$now' }), /accept\/sets\/when: when is no property/],
    [
      'a value word that is none',
      accept('/sets', { accepted: '$soon' }),
      /sets\/accepted: \$soon is no word of "sets"; known: \$now/,
    ],
    ['the state as a value', accept('/sets', { state: 'DONE' }), /state is set by the transition itself/],
    ['nobody who may', accept('/who', undefined), /accept: needs "who", or "auto"/],
    ['somebody who may what the engine does', states('/transitions/mend/who', { cap: 'Library' }), /mend: needs "who"/],
    [
      'a button of what the engine does',
      states('/transitions/mend/confirm', true),
      /an automatic transition has no button/,
    ],
    ['a capability that is none', accept('/who', { cap: 'Libary' }), /accept\/who: Libary is no capability/],
    ['a guard that asks who it is', accept('/guard', { cap: 'Library' }), /guard: cap asks who the person is/],
    ['an audience that is none', accept('/event/notify', ['cost']), /accept\/event: cost does not lead to a person/],
  ]);

  it('refuses a transition named as an action, or as a right of the type', () => {
    const named = (name: string): string =>
      diagnosticTexts(
        states(`/transitions/${name}`, { from: ['REPORTED'], to: 'DONE', who: { cap: 'Library' } }),
      ).join();
    expect(named('tally')).toMatch(/tally is the name of a right or an action already/);
    expect(named('finish')).toMatch(/no words for types\.Repair\.transitions\.finish/);
  });

  it('has one mode for a kind of event, wherever it is declared', () => {
    const twice = accept('/event', { kind: 'loaned', notify: ['creator'], mode: 'DIGEST' });
    expect(ownTexts(twice).join('\n')).toMatch(/loaned has the mode IMMEDIATE elsewhere/);
  });
});

describe('[WF-02] a step kind', () => {
  const { RprMend: type, RprLook: look } = serverRegistry.types;

  it('becomes an item type of its own on what every step has', () => {
    expect(serverRegistry.steps['RPR_MEND']).toEqual({
      ...{ kind: 'RPR_MEND', type: 'RprMend', icon: 'wrench', for: ['Repair'], adHoc: false, starts: 'manual' },
      ...{ required: [], onActive: [] },
      onComplete: [{ do: 'stamp' }, { do: 'setState', transition: 'mend' }],
    });
    expect(type).toMatchObject({ number: 111, area: 'library', view: { icon: 'wrench', title: '{label}' } });
    expect(type?.properties).toMatchObject({
      of: { readOnly: true, rel: { to: ['Repair'], inverse: 'steps', onDelete: 'cascade' } },
      workflow: { rel: { to: ['Routine'] } },
      kind: { default: 'RPR_MEND', values: ['RPR_MEND'] },
      hours: { readOnly: false },
      $assigned: { readOnly: false, many: true },
    });
    expect(look?.server.access).toEqual(type?.server.access);
    expect(look?.states).toEqual(type?.states);
  });

  it('has its own fields first on its form, and each in a row unless declared otherwise', () => {
    const paths = (form: NonNullable<typeof type>['view']['form'] = []) =>
      form.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map((row) => row.map(({ path }) => path))));
    expect(paths(type?.view.form)).toEqual([['hours', 'parts'], ['$assigned', '$assignedDue'], ['note']]);
    expect(paths(look?.view.form)[0]).toEqual(['finding']);
  });

  it('says what all steps share in the same words', () => {
    expect(messages).toMatchObject({
      'types.RprMend.props.$assigned': 'Assigned to',
      'types.RprLook.enum.state.SKIP': 'Skipped',
      'types.RprLook.enum.kind.RPR_LOOK': 'Look at the damage',
      'types.RprLook.transitions.complete': 'Complete',
    });
  });

  run([
    ['a name of every step', kind('/properties/label', { type: 'boolean' }), /properties\/label: every step has label/],
    ['a type without workflows', kind('/for', ['Loan']), /RPR_MEND\/for: Loan has no workflows/],
    ['what it needs and does not have', kind('/required', ['days']), /required: days is no property of its own/],
    [
      'a transition that is none',
      kind('/onComplete/1/transition', 'mned'),
      /onComplete\/1: mned is no transition of Rep/,
    ],
    [
      'a text that is none',
      kind('/onComplete', [{ do: 'openThread', purpose: 'ASK', says: 'wish' }]),
      /wish is no long text of /,
    ],
    ['a move of no record', kind('/moves', { transition: 'approve', after: ['DONE'] }), /RPR_MEND.*names no "record"/],
    [
      'a move and a state that its record does not have',
      [
        kind('/properties/of2', { type: 'string', format: 'item-id', 'x-rel': { to: ['Repair'], onDelete: 'null' } }),
        kind('/record', 'of2'),
        kind('/moves', { transition: 'acept', after: ['DOEN'] }),
      ],
      /acept is no transition of Repair[^]*DOEN is no state of Repair/,
    ],
    ['a purpose that is none', kind('/onActive', [{ do: 'openThread', purpose: 'TALK' }]), /TALK is no purpose/],
  ]);

  runAll([
    [
      'a keyword outside the profile',
      kind('/properties/hours/not', {}),
      /RPR_MEND\/properties\/hours\/not: not is not/,
    ],
    [
      'a text without end',
      kind('/properties/how', { type: 'string' }),
      /steps\.json#.*properties\/how: a text needs max/,
    ],
    ['a field on nothing', kind('/form/0/rows/0', ['hour']), /RPR_MEND\/form\/0.*hour is no property of RprMend/],
    ['a number that is taken', kind('/number', 104), /104 is the number of (Repair|RprMend) already/],
    ['an effect that is none', kind('/onActive', [{ do: 'shout' }]), /RPR_MEND\/onActive\/0/],
    ['a kind without words', change('library/messages.en.json', '/types.RprMend.label', undefined), /RprMend\.label/],
  ]);

  it('can be given to further types elsewhere; lifting its restriction there warns', () => {
    const again = (json: JsonValue): string[] => {
      const source = changedSource();
      const [engine] = source.areas;
      const steps = { path: 'other/steps.json', json: { kinds: json as Record<string, JsonValue> } };
      const areas = source.areas.flatMap((area) => (area === engine ? [area] : [area, { ...area, types: [], steps }]));
      return link({ ...source, areas: areas.slice(0, 3) }).diagnostics.flatMap(({ file, reason, warning }) =>
        file === steps.path ? [`${warning === true ? 'warning: ' : ''}${reason}`] : [],
      );
    };
    expect(again({ RPR_LOOK: { for: ['Loan'] } })).toEqual([]);
    expect(again({ RPR_LOOK: {} })).toEqual([expect.stringMatching(/^warning: RPR_LOOK is for some types only in/)]);
    expect(again({ RPR_MEND: {} })).toEqual([]);
    expect(again({ RPR_LOOK: { number: 9, for: ['Loan'] } })).toEqual([expect.stringMatching(/adds types by "for"/)]);
  });
});

describe('[WF-01] a type with workflows', () => {
  it('has where its workflow stands, with facets, and the time that the law gives', () => {
    const { properties, view } = serverRegistry.types['Repair']!;
    expect(properties['_wf']).toMatchObject({
      readOnly: true,
      properties: {
        state: { list: { list: 'REPAIR_STATES', owner: 'system' } },
        workflow: { rel: { to: ['Routine'] } },
      },
    });
    expect(properties['_clock']?.readOnly).toBe(true);
    expect(view.facets.filter(({ key }) => key.startsWith('_wf.')).map(({ kind: shown }) => shown)).toEqual([
      'LIST',
      'REL',
      'RANGE',
    ]);
    expect(view.headers).toContain('_wf.state');
    expect(messages['types.Repair.props._wf.$assignedDue']).toBe('Step due');
  });

  it('is one that a template may be for', () => {
    expect(serverRegistry.types['Routine']?.properties['of']?.values).toEqual(['Repair']);
    const further = change('library/workflows.json', '/subjects/Loan', {
      ...{ list: 'REPAIR_STATES', outcomes: 'REPAIR_OUTCOMES', may: 'update' },
    });
    const { linked } = link(changedSource(further));
    expect(linked.types['Routine']?.properties['of']?.values).toEqual(['Repair', 'Loan']);
  });

  run([
    [
      'a type that is none',
      change('library/workflows.json', '/subjects/Lone', {
        list: 'REPAIR_STATES',
        outcomes: 'REPAIR_OUTCOMES',
        may: 'update',
      }),
      /subjects\/Lone: Lone is no item type\. Did you mean Loan\?/,
    ],
    ['a list that is none', subject('/list', 'REPAIR_STATE'), /Repair\/list: REPAIR_STATE is no declared list/],
    ['a right that is none', subject('/may', 'mendIt'), /may: Repair declares no right to mendIt/],
    ['a calendar of nobody', subject('/calendar', 'cost'), /calendar: cost is no relation/],
    ['a clock by what is no date', subject('/clock/due', 'cost'), /clock\/due: cost is no single date/],
    [
      'a template without steps',
      change('library/workflows.json', '/template', 'Loan'),
      /template: (label|of|version|steps) is no property of Loan/,
    ],
  ]);
});
