// Prints docs/STATES.md: the states of each item type that has a state machine, as a diagram and as a table of transitions. The tests of
// states use the same tables.

import type { LinkedType } from 'codegen/Linked.ts';
import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { ANY_STATE, type StateMachine, type Transition } from 'src/model/schema/StateMachine.ts';

const INTRODUCTION = `# States and their transitions

Written by \`npm run gen\` from the tables of states in the declarations; do not edit. The state of an item changes only along an arrow, for
every caller: a save that sets the state itself is refused. In a fixed state no one, not even an administrator, can change or delete the item
or the files of its owner to which it refers. [Who may do what](ACCESS.md) lists the rights of each person by name.
`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const WORDS: Readonly<Record<string, string>> = {
  creator: 'its creator',
  self: 'the person',
  ownerMember: 'members',
  ownerAdmin: "the owner's administrators",
  signedIn: 'everyone who is signed in',
  everyone: 'everyone',
};

/** Prints a rule in plain words. Names in the rule stay as they are. */
const said = (rule: Predicate): string => {
  if ('all' in rule) return rule.all.map((each) => ('any' in each ? `(${said(each)})` : said(each))).join(' and ');
  if ('any' in rule) return rule.any.length === 0 ? 'administrators' : rule.any.map(said).join(' or ');
  if ('not' in rule) return `not ${said(rule.not)}`;
  if ('cap' in rule) return `\`${rule.cap}\`${rule.anywhere === true ? ' anywhere' : ''}`;
  if ('principal' in rule) return WORDS[rule.principal] ?? rule.principal;
  if ('may' in rule) return `who may ${rule.may.action} its \`${rule.may.rel}\``;
  if ('via' in rule) return `of its \`${rule.via.rel}\`: ${said(rule.via.where)}`;
  if ('has' in rule && rule.has[1] === '$user.id') return `\`${rule.has[0]}\``;
  if ('eq' in rule && rule.eq[1] === '$user.id') return `\`${rule.eq[0]}\``;
  return `\`${JSON.stringify(rule)}\``;
};

/** Returns an arrow for each pair of states. A transition to any state appears only in the table. */
const arrowsOf = ({ initial, imported, transitions }: StateMachine): string[] => [
  ...initial.map((state) => `    [*] --> ${state}`),
  ...imported.map((state) => `    [*] --> ${state}: import`),
  ...transitions
    .filter(({ to }) => to !== ANY_STATE)
    .flatMap(({ name, from, to, auto }) =>
      from.map((state) => `    ${state} --> ${to}: ${name}${auto ? ' (auto)' : ''}`),
    ),
];

const detailsOf = ({ requires, guard, reason, reasonTo, seen, sets, effects, event }: Transition): string =>
  [
    ...(seen ? ['only as it was looked at'] : []),
    ...(requires.length > 0 ? [`needs ${requires.map((path) => `\`${path}\``).join(', ')}`] : []),
    ...(guard ? [`only if ${said(guard)}`] : []),
    ...(reason ? [reason === 'required' ? 'asks for a reason' : 'a reason may be given'] : []),
    ...(reasonTo ? [`which is written only to a conversation (${reasonTo})`] : []),
    ...Object.entries(sets).map(([name, value]) =>
      value === null ? `empties \`${name}\`` : `sets \`${name}\` to \`${JSON.stringify(value).replaceAll('"', '')}\``,
    ),
    ...effects.map((effect) => `then \`${effect}\``),
    ...(event ? [`event \`${event.kind}\`${event.notify.length > 0 ? ` to ${event.notify.join(', ')}` : ''}`] : []),
  ].join('; ');

const whoOf = ({ name, auto }: Transition, type: LinkedType): string => {
  const rule = type.server.access.actions[name];
  return auto || !rule ? 'the engine' : said(rule);
};

const sectionOf = (title: string, type: LinkedType, machine: StateMachine): string => {
  const { length } = type.properties[machine.property]?.values ?? [];
  const rows = machine.transitions.map((transition) => {
    const { name, from, to } = transition;
    const start = from.length === length ? 'any' : from.join(', ');
    return row([`\`${name}\``, start, to === ANY_STATE ? 'any' : to, whoOf(transition, type), detailsOf(transition)]);
  });
  const fixed = machine.fixed.length === 0 ? '' : ` Fixed: ${machine.fixed.join(', ')}.`;
  return [
    ...[`## ${title}`, '', `Property: \`${machine.property}\`.${fixed}`, ''],
    ...['```mermaid', 'stateDiagram-v2', ...new Set(arrowsOf(machine)), '```', ''],
    row(['transition', 'from', 'to', 'who', 'what else']),
    row(['---', '---', '---', '---', '---']),
    ...[...rows, ''],
  ].join('\n');
};

/** Prints the page. All steps have the same states, so one of them is an example for all. */
export const statesPage = ({ world, types, messages }: Plan): Output[] => {
  if (world.modelOut === undefined) return [];
  const [step] = types.filter(({ source }) => source.step !== undefined);
  const own = types
    .filter(({ source, states }) => states !== undefined && source.step === undefined)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const sections = [
    ...own.map((type) => ({ type, title: `${messages[`types.${type.name}.plural`] ?? type.name} (${type.name})` })),
    ...(step ? [{ type: step, title: 'Steps of workflows' }] : []),
  ].flatMap(({ type, title }) => (type.states ? [sectionOf(title, type, type.states)] : []));
  if (sections.length === 0) return [];
  return [{ path: 'docs/STATES.md', text: [INTRODUCTION, ...sections].join('\n') }];
};
