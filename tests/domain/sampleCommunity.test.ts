// The sample community has the promised content: every type, every level, valid items, the same ones each time.

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stricter, type Level } from 'src/model/access/levels.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import pictures from 'src/domain/sample/records/pictures.json' with { type: 'json' };
import { seededRandom } from 'src/base/seededRandom.ts';
import { declaredRecipes } from 'src/domain/sample/declaredRecipes.ts';
import { cookAll } from 'src/domain/sample/recipes.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import { makeFile } from 'src/domain/sample/sampleFiles.server.ts';
import { registry } from 'src/generated/registry.server.ts';
import { validators } from 'src/generated/validators.ts';

const NOW = new Date('2026-08-01T12:00:00Z');
const items = sampleCommunity(registry, NOW);

const numbers = new Map(items.map(({ key }, index) => [`@${key}`, index + 1]));

/** Only the engine writes them. */
const written = new Set(['Event']);

const PICTURES = Object.keys(pictures.pictures);

const withIds = (value: Json): Json => {
  if (typeof value === 'string' && PICTURES.includes(value.slice(1)))
    return `Attachment-${PICTURES.indexOf(value.slice(1)) + 1}`;
  if (typeof value === 'string') return value.startsWith('@') ? `Any-${numbers.get(value) ?? 0}` : value;
  if (Array.isArray(value)) return value.map(withIds);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each)]));
};

describe('the sample community', () => {
  it('[ITEM-01] has about 4,000 items over every declared type but those that the engine makes or that arise from use', () => {
    expect(items.length).toBeGreaterThan(2800);
    expect(items.length).toBeLessThan(5000);
    const byUse = ['LogEntry', 'AssistSession', 'AssistRecording', 'UserTestSignal'];
    const made = ['Task', 'Notify', ...byUse, ...Object.values(registry.steps).map(({ type }) => type)];
    const missing = Object.keys(registry.types).filter(
      (type) => !made.includes(type) && !items.some((item) => item.type === type),
    );
    expect(missing).toEqual([]);
  });

  it('[WF-02] has a template for each workflow, in use, and each kind of step in a template and under way', () => {
    const { subjects = {} } = registry.workflows ?? {};
    const templates = items.filter(({ type }) => type === registry.workflows?.template);
    const active = templates.filter(({ properties }) => properties['state'] === 'ACTIVE');
    expect(new Set(active.map(({ properties }) => properties['of']))).toEqual(new Set(Object.keys(subjects)));
    const planned = new Set(
      templates.flatMap(({ properties }) =>
        (properties['steps'] as readonly { readonly kind: string }[]).map(({ kind }) => kind),
      ),
    );
    const kinds = Object.entries(registry.steps);
    expect(kinds.filter(([kind]) => !planned.has(kind)).map(([kind]) => kind)).toEqual([]);
    expect(kinds.filter(([, { type }]) => !items.some((item) => item.type === type)).map(([kind]) => kind)).toEqual([]);
  });

  it('[ITEM-04] uses all four levels, two organisations and a stranger', () => {
    const entries = items.filter(({ type }) => type === 'ArchiveEntry');
    expect(new Set(entries.map(({ properties }) => properties['$access']))).toEqual(
      new Set(['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE']),
    );
    expect(new Set(entries.map(({ properties }) => properties['owner']))).toEqual(
      new Set(['@tamber', '@ostermay', '@northline']),
    );
  });

  it('[PERM-01] shows its events only to people who may read their items', () => {
    const types = new Map(items.map(({ key, type }) => [`@${key}`, type]));
    const tooOpen = items.filter(({ type, properties: { kind, context, $access } }) => {
      const about = registry.types[types.get(String(context)) ?? ''];
      const rule = about?.server.events.find((each) => each.kind === kind);
      const levels = (rule?.paths ?? []).map((path) => about?.properties[path]?.level ?? 'PUBLIC');
      return (
        type === 'Event' &&
        levels.some((level) => stricter(level, ($access ?? 'PUBLIC') as Level) !== ($access ?? 'PUBLIC'))
      );
    });
    expect(tooOpen.map(({ key }) => key)).toEqual([]);
  });

  it('[WF-02] closes each letter with a greeting, a name and the organization for which it is signed', () => {
    const signed = items.filter(({ type }) => type === 'LetterTemplate' || type === 'Letter');
    const open = signed.filter(({ type, properties: { body, signature } }) => {
      const lines = String(signature).split('\n');
      const isSigned = type === 'Letter' ? lines.length === 2 : lines[0] === '{me}' && lines[1]?.includes('{owner}');
      return !String(body).endsWith('\n\nYours sincerely,') || isSigned !== true;
    });
    expect(signed.length).toBeGreaterThan(4);
    expect(open.map(({ key }) => key)).toEqual([]);
  });

  it('[FORM-01] breaks no rule of its types', () => {
    const broken = items.flatMap((item) => {
      const valid = validators[item.type];
      // The validator refuses values that only the server sets.
      const declared = registry.types[item.type]?.properties ?? {};
      const writable = Object.entries(item.properties).filter(([name]) => declared[name]?.readOnly !== true);
      const properties = withIds(Object.fromEntries(writable) as Json);
      return item.file || written.has(item.type) || !valid || valid(properties)
        ? []
        : [{ key: item.key, errors: valid.errors }];
    });
    expect(broken.slice(0, 5)).toEqual([]);
  });

  it('[LOV-01] has values of the lists that are the same for all owners, without additional words', () => {
    const added = items.filter(({ type }) => type === 'LOVValue').map(({ properties }) => properties['key'] ?? null);
    const strays = items.flatMap(({ key, type, properties }) =>
      Object.values(registry.types[type]?.properties ?? {}).flatMap(({ name, list }) => {
        const declared = list && registry.lists[list.list];
        const value = properties[name];
        if (!declared || declared.owned || value === undefined) return [];
        const keys: readonly Json[] = [...added, ...declared.values.map((each) => each.key)];
        return [value].flat().every((each) => keys.includes(each)) ? [] : [`${key}.${name}: ${String(value)}`];
      }),
    );
    expect(strays).toEqual([]);
  });

  it('[RES-01] names the consents of each interview, which are in every state and follow what they say themselves', () => {
    const interviews = items.filter(({ type }) => type === 'ResearchActivity');
    const consents = new Map(
      items
        .filter(({ type }) => type === 'ResearchConsent')
        .map(({ key, properties }): [string, Values] => [`@${key}`, properties]),
    );
    expect(interviews.length).toBeGreaterThan(25);
    for (const { key, properties } of interviews) {
      const respondents = [properties['respondents'] ?? []].flat();
      const named = [properties['consents'] ?? []].flat().map((id) => consents.get(String(id)));
      expect(named.length, key).toBeGreaterThan(0);
      for (const consent of named) expect(respondents, key).toContain(consent?.['respondent']);
    }
    const all = [...consents.values()];
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['ACTIVE', 'SUSPENDED', 'EXPIRED', 'WITHDRAWN']));
    expect(all.some(({ expires }) => expires !== undefined)).toBe(true);
    const deceased = new Set(
      items.flatMap(({ key, properties }) => (properties['deceased'] === true ? [`@${key}`] : [])),
    );
    const due = all.filter(
      ({ state, respondent, afterDeath, expires }) =>
        state === 'ACTIVE' &&
        ((deceased.has(String(respondent)) && afterDeath !== 'CONTINUE') ||
          (typeof expires === 'string' && expires < '2026-08-01')),
    );
    expect(due).toEqual([]);
  });

  it('points only to items that it makes before, and never names one twice', () => {
    const made = new Set<string>();
    const early = items.flatMap(({ key, properties }) => {
      const named = [...JSON.stringify(properties).matchAll(/"@([^"]+)"/g)].map(([, other = '']) => other);
      const missing = named.filter((other) => !made.has(other));
      made.add(key);
      return missing;
    });
    expect(early).toEqual([]);
    expect(made.size).toBe(items.length);
  });

  it('gives what people look at names of its own, without numbers', () => {
    const named = { ArchiveEntry: 'title', Collection: 'title', SpatialFeature: 'label', Meeting: 'summary' };
    for (const [type, name] of Object.entries(named)) {
      const names = items.filter((item) => item.type === type).map(({ properties }) => String(properties[name]));
      expect(names.filter((each) => /\d/.test(each))).toEqual([]);
      expect(new Set(names).size, type).toBe(names.length);
    }
    const byHand = items.filter(({ key, type, daysAgo }) => !key.includes('/') && type !== 'User' && daysAgo < 30);
    expect(byHand.length).toBeGreaterThan(150);
  });

  it('draws at least 25 pictures, each of which is there, and lets words be heard', async () => {
    const files = items.flatMap(({ file }) => file ?? []);
    const drawn = new Set(files.flatMap((file) => ('picture' in file ? file.picture : [])));
    expect(drawn.size).toBeGreaterThan(25);
    expect([...drawn].filter((name) => !(name in pictures.pictures))).toEqual([]);
    const { content } = await makeFile({ picture: 'weir-low-water' });
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 640 });
    const sound = await makeFile({ sound: 'ṃ̃ẽ̱la' });
    expect(sound.content.toString('latin1', 0, 16)).toMatch(/^RIFF....WAVEfmt $/s);
    expect(sound.content.readUInt32LE(4)).toBe(sound.content.length - 8);
  });

  it('creates valid items of an unknown type from the declaration only', () => {
    const context = { random: seededRandom(1), all: () => ['@tamber'], made: {} };
    const recipes = declaredRecipes(registry, (type) => type === 'Organization');
    expect(Object.keys(recipes)).toEqual(expect.arrayContaining(['ArchiveEntry', 'Contact', 'Lexeme', 'Meeting']));
    const broken = Object.entries(recipes).flatMap(([type, { properties }]) => {
      const valid = validators[type];
      // The state is not a value of a form, and the registry does not say which levels a type lacks.
      const state = registry.types[type]?.states?.property ?? '';
      const { [state]: _state, $access: _level, ...values } = cookAll(properties, context);
      return !valid || valid(withIds(values)) ? [] : [{ type, errors: valid.errors }];
    });
    expect(broken).toEqual([]);
    // Facets, timeline, map and states of a new type have more than one value to show.
    const sample = (type: string): readonly Record<string, Json>[] => {
      const random = seededRandom(2);
      return Array.from({ length: 12 }, (_, turn) =>
        cookAll(recipes[type]?.properties ?? {}, { ...context, random, turn }),
      );
    };
    const countOf = (type: string, name: string): number =>
      new Set(sample(type).flatMap((values) => (name in values ? [JSON.stringify(values[name])] : []))).size;
    for (const [type, name] of [
      ['Consultation', 'state'],
      ['Meeting', 'date'],
      ['Feature', 'geometry'],
      ['Disposition', 'files'],
      ['ArchiveEntry', '$access'],
    ] as const)
      expect(countOf(type, name), `${type}.${name}`).toBeGreaterThan(2);
  });

  it('is the same each time', () => {
    expect(sampleCommunity(registry, NOW)).toEqual(items);
  });
});
