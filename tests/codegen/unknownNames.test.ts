// Puts an unknown name in place of every name and text of the declarations, and checks each message that the compiler gives about it: file,
// line, and the names that are allowed. A message that does not list them fails.
import { describe, expect, it } from 'vitest';
import { check } from 'codegen/check.ts';
import { withLine } from 'codegen/commands.ts';
import { isObject, objectAt, pointer, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { read } from 'codegen/readSources.ts';
import type { Source, SourceFile } from 'codegen/Source.ts';
import { worldAt, type World } from 'codegen/World.ts';
import { diagnosticsOf, filesOf, root, toyWorld } from 'tests/codegen/toyWorld.ts';

/** One name or text of a file. */
interface Slot {
  readonly path: string;
  readonly at: string;
  readonly steps: readonly string[];
  /** Replaces the name of a member, not its value. */
  readonly isKey: boolean;
}

const slotsIn = (path: string, value: JsonValue, steps: readonly string[] = []): Slot[] => {
  const here = { path, at: pointer('', ...steps), steps };
  if (typeof value === 'string') return [{ ...here, isKey: false }];
  if (Array.isArray(value)) return value.flatMap((each, index) => slotsIn(path, each, [...steps, String(index)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const below = [...steps, name];
    return [{ path, at: pointer('', ...below), steps: below, isKey: true }, ...slotsIn(path, each, below)];
  });
};

/** Returns the member names that the meta-schemas declare. The author of a declaration chooses all other names. */
const membersIn = (value: JsonValue | undefined): string[] =>
  Array.isArray(value)
    ? value.flatMap(membersIn)
    : isObject(value)
      ? [...Object.keys(objectAt(value, 'properties')), ...Object.values(value).flatMap(membersIn)]
      : [];

/** Returns the kind of a slot. Slots of one kind are validated by the same code. */
const kindOf = ({ path, steps, isKey }: Slot, members: ReadonlySet<string>): string => {
  // Schemas may be nested in schemas. The last names say which rule applies.
  const names = steps.slice(-3).map((step) => (members.has(step) ? step : '*'));
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/^[A-Z]\w*\./u, '') ?? '';
  return `${file}#${names.join('/')}${isKey ? ' name' : ''}`;
};

/** Members without names of declarations: notes, and the bodies of messages. */
const SKIPPED: ReadonlySet<string> = new Set(['$schema', '$comment', 'input', 'answer', 'body']);

/** Returns one slot of each kind, grouped into rounds that change at most `perFile` slots of a file. */
const roundsOf = (source: Source, perFile: number): Slot[][] => {
  const members = new Set(membersIn(source.meta as JsonObject));
  const kinds = new Map<string, Slot>();
  for (const file of filesOf(source))
    for (const slot of slotsIn(file.path, file.json))
      if (!slot.steps.some((step) => SKIPPED.has(step))) kinds.set(kindOf(slot, members), slot);
  const isFree = (round: readonly Slot[], { path, at }: Slot): boolean => {
    const own = round.filter((each) => each.path === path);
    return (
      own.length < perFile &&
      !own.some((each) => `${each.at}/`.startsWith(`${at}/`) || `${at}/`.startsWith(`${each.at}/`))
    );
  };
  const rounds: Slot[][] = [];
  for (const slot of kinds.values()) {
    const free = rounds.find((round) => isFree(round, slot));
    if (free) free.push(slot);
    else rounds.push([slot]);
  }
  return rounds;
};

const unknownName = (index: number): string => `qqq${String(index)}Qqq`;

const put = (json: JsonObject, { steps, isKey }: Slot, name: string): void => {
  const last = steps.at(-1) ?? '';
  const parent = steps
    .slice(0, -1)
    .reduce<JsonValue>((value, step) => (value as JsonObject)[step]!, json) as JsonObject;
  if (!isKey) return void (parent[last] = name);
  parent[name] = parent[last]!;
  delete parent[last];
};

const changed = (source: Source, slots: readonly Slot[]): Source => {
  const copy: Source = { ...structuredClone(source), meta: source.meta };
  const files = new Map(filesOf(copy).map((file): [string, SourceFile] => [file.path, file]));
  slots.forEach((slot, index) => put(files.get(slot.path)!.json, slot, unknownName(index)));
  return copy;
};

/** Messages about the form of a name, about words that a new name needs, and about the place of a name that is known. */
const OTHER =
  /must (?:match|be) |^no words for |is missing|strict mode|gives it other words|declared in .* already|needs a set with|by no transition|^the default of/u;
const LISTED = /(?:; known: |\? Known: )\S|unknown member "[^"]+": \S/u;

/** Returns the slots whose new name follows the meta-schemas, so that the validations between files are reached. */
const acceptedIn = (source: Source, slots: readonly Slot[]): Slot[] => {
  const refused = check(changed(source, slots));
  const isRefused = ({ path, at }: Slot): boolean =>
    refused.some(({ file, pointer: place }) => file === path && (place.startsWith(at) || at.startsWith(place)));
  return slots.filter((slot) => !isRefused(slot));
};

const faultsOf = (source: Source, slots: readonly Slot[]): { seen: string[]; poor: string[] } => {
  const all = [...diagnosticsOf(changed(source, slots)), ...diagnosticsOf(changed(source, acceptedIn(source, slots)))];
  const about = all.filter(({ reason }) => /qqq\d+Qqq/u.test(reason));
  const lines = about.map((each) => withLine(each));
  return { seen: lines, poor: lines.filter((line, at) => !OTHER.test(about[at]!.reason) && !LISTED.test(line)) };
};

const worlds: readonly [name: string, world: World, perFile: number][] = [
  ['the toy world', toyWorld, 2],
  ['the product', worldAt(root), 16],
];

describe('messages about unknown names', () => {
  it.each(worlds)('name file, line and allowed names in %s', { timeout: 120_000 }, (_, world, perFile) => {
    const source = read(world);
    expect(diagnosticsOf(source).filter(({ warning }) => warning !== true)).toEqual([]);
    const found = roundsOf(source, perFile).map((round) => faultsOf(source, round));
    const seen = found.flatMap((each) => each.seen);
    expect(found.flatMap((each) => each.poor)).toEqual([]);
    expect(seen.length).toBeGreaterThan(200);
    for (const line of seen) expect(line).toMatch(/^\S+\.json(?:#\S*)?: .* \(line [1-9]\d*\)$/u);
  });
});
