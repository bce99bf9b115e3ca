// One suite for every item type and every property kind, from generated fixtures: values can be read back as written, invalid values are
// refused with their rule, hidden values stay hidden, and two writers never lose each other's changes. items.pg.test.ts runs it over the
// toy world, and tests/product/contract.pg.test.ts over the product's own declarations.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { isStepType } from 'src/model/schema/isStepType.ts';
import type { TypeFixture } from 'src/model/schema/TypeFixture.ts';
import { casesToTake } from 'tests/runner/parts.ts';
import { ok, type Answer, type Body } from 'tests/server/harness/toyWorld.ts';

export interface ContractWorld {
  /** Id of the user `admin`. */
  readonly admin: ItemId;
  /** Items for the numbers in fixtures: by type for its number 1, by the whole id for others. */
  readonly stand: Readonly<Record<string, ItemId>>;
  ask(who: 'admin' | 'visitor' | 'outsider', operation: string, body?: Json): Promise<Answer>;
  stop(): Promise<void>;
}

export interface ContractSubject {
  readonly registry: ServerRegistry;
  readonly fixtures: Readonly<Record<string, TypeFixture>>;
  /** Values that a type needs in place of its example, such as a list that exists. */
  readonly instead: Readonly<Record<string, Body>>;
  /** Values that the rules of a type require, but not its schema. */
  readonly needed?: Readonly<Record<string, Body>>;
  /** Properties whose values the rules of the type set regardless of the caller, or that exclude others. */
  readonly kept?: Readonly<Record<string, readonly string[]>>;
  /** Name of the sweep from which a run takes a part. Without a name, every type is tested. */
  readonly sweep?: string;
  open(): Promise<ContractWorld>;
}

const freeOf = ({ minimal, full }: TypeFixture): string[] => {
  return Object.keys(full).filter(
    (key) => !(key in minimal) && !['$access', 'access', 'owner', 'list', 'key'].includes(key),
  );
};

/** Returns the value with the ids of fixtures replaced by those of the items that the world created. */
export const placed = (value: Json, stand: ContractWorld['stand']): Json => {
  if (typeof value === 'string')
    return /^[A-Z][A-Za-z]*-\d+$/.test(value) ? (stand[value.replace(/-1$/, '')] ?? value) : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => placed(each, stand));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, placed(each, stand)]))
    : value;
};

/** One type under test. The world and its values exist when the tests run. */
interface TypeUnderContract {
  readonly type: ServerItemType;
  readonly fixture: TypeFixture;
  world(): ContractWorld;
  minimal(): Body;
  full(): Body;
  /** Properties that cannot be changed separately: those that every item requires, and those that are not sent. */
  readonly bound: readonly string[];
  make(properties: Body): Promise<Record<string, Json>>;
}

const keepsValues = (of: TypeUnderContract): void => {
  it('[ITEM-06] creates an item from the required properties only', async () => {
    const item = await of.make(of.minimal());
    expect(item).toMatchObject({ ...of.minimal(), _t: of.type.name, _u: 1 });
    expect(item['$id']).toBe(`${of.type.name}-${String(item['_i'])}`);
    expect(item['_c']).toEqual({ ts: expect.stringMatching(/^\d{4}-.*Z$/), creator: of.world().admin });
  });

  it('[ITEM-01] gives every value back as it was written, one by one and together', async () => {
    const created = await of.make(of.full());
    const item = ok(await of.world().ask('admin', `read/${String(created['$id'])}`));
    for (const property of Object.keys(of.full()))
      expect({ [property]: item[property] }).toEqual({ [property]: of.full()[property] });
    const many = ok(await of.world().ask('admin', 'readMany/object', [String(created['$id'])]));
    expect(many[String(created['$id'])]).toEqual(item);
  });

  it('[ITEM-06] changes, removes and restores each property separately', async () => {
    const { $id, _u } = await of.make(of.full());
    let u = Number(_u);
    for (const property of Object.keys(of.full()).filter(
      (key) => !(key in of.minimal()) && !isGiven(of, key) && !belongedTo(of, key),
    )) {
      const removed = ok(await of.world().ask('admin', 'update', { $id: String($id), _u: u, [property]: null }));
      expect(removed['_u']).toBe((u += 1));
      expect(ok(await of.world().ask('admin', `read/${String($id)}`))).not.toHaveProperty([property]);
      const restored = ok(
        await of.world().ask('admin', 'update', { $id: String($id), _u: u, [property]: of.full()[property] ?? null }),
      );
      expect(restored['_u']).toBe((u += 1));
      expect(ok(await of.world().ask('admin', `read/${String($id)}`))[property]).toEqual(of.full()[property]);
    }
  });
};

/** The server assigns a value when such a property is removed: a default, or a level. */
const isGiven = ({ type }: TypeUnderContract, key: string): boolean =>
  type.properties[key]?.default !== undefined || type.levelPath === key;

/** Returns whether values of other properties belong to this one. It can be removed only together with them. */
const belongedTo = (of: TypeUnderContract, key: string): boolean =>
  Object.values(of.type.properties).some(({ belongs }) => belongs?.to?.split('.')[0] === key);

const refusesWrongValues = (of: TypeUnderContract): void => {
  it.each(of.fixture.invalid.map((each) => ({ ...each, shown: JSON.stringify(each.value).slice(0, 30) })))(
    '[FORM-01] refuses $property = $shown with $message',
    async ({ property, value, path, message }) => {
      const entry = expect.objectContaining({ path, message });
      const refusal = { refused: 'invalid', params: { errors: expect.arrayContaining([entry]) } };
      expect(
        await of.world().ask('admin', `create/${of.type.name}`, { ...of.full(), [property]: value }),
      ).toMatchObject(refusal);
      const empty = value === '' || (Array.isArray(value) && value.length === 0);
      if (empty && !(property in of.minimal())) return;
      const { $id, _u } = await of.make(of.full());
      const changed = await of.world().ask('admin', 'update', { $id: String($id), _u: Number(_u), [property]: value });
      if (empty) expect(changed).toMatchObject({ refused: 'invalid' });
      else expect(changed).toMatchObject(refusal);
    },
  );

  it('refuses what only the server sets', async () => {
    const serverOnly = [
      '$id',
      '_i',
      '_u',
      '_c',
      '_t',
      'created',
      'createdBy',
      'updated',
      'updatedBy',
      '$label',
      'acl',
      'n',
      'nonsense',
    ];
    const readOnly = Object.values(of.type.properties)
      .filter((property) => property.readOnly)
      .map((property) => property.name);
    for (const property of [...serverOnly, ...readOnly]) {
      const answer = await of.world().ask('admin', `create/${of.type.name}`, { ...of.minimal(), [property]: 'x' });
      expect(answer).toMatchObject({ refused: 'invalid', params: { errors: [{ path: `/${property}` }] } });
    }
    const { $id } = await of.make(of.minimal());
    for (const property of [...serverOnly.filter((key) => key !== '$id' && key !== '_u'), ...readOnly]) {
      const answer = await of.world().ask('admin', 'update', { $id: String($id), _u: 1, [property]: 'x' });
      expect(answer).toMatchObject({ refused: 'invalid', params: { errors: [{ path: `/${property}` }] } });
    }
  });
};

const keepsWritersApart = (of: TypeUnderContract): void => {
  const twoWriters = async (first: string, second: string): Promise<void> => {
    const { [first]: one, [second]: two, ...rest } = of.full();
    const { $id } = await of.make(rest);
    const id = String($id);
    ok(await of.world().ask('admin', 'update', { $id: id, _u: 1, [first]: one ?? null }));
    const merged = ok(await of.world().ask('admin', 'update', { $id: id, _u: 1, [second]: two ?? null }));
    expect(merged[first]).toEqual(one);
    const item = ok(await of.world().ask('admin', `read/${id}`));
    expect([item[first], item[second]]).toEqual([one, two]);
    ok(await of.world().ask('admin', 'update', { $id: id, _u: Number(merged['_u']), [second]: null }));
    const late = await of.world().ask('admin', 'update', {
      $id: id,
      _u: Number(merged['_u']),
      [second]: two ?? null,
      [first]: null,
    });
    expect(late).toMatchObject({
      refused: 'conflict',
      params: { current: { $id: id, _u: Number(merged['_u']) + 1 } },
    });
  };
  // A type with fewer than two such properties has no such test, because the test would check nothing.
  const isEmpty = (key: string): boolean => of.type.properties[key]?.default === undefined;
  const isNeededBy = (key: string): boolean =>
    Object.values(of.type.properties).some(({ belongs }) => belongs?.to === key);
  const [first, second] = freeOf(of.fixture).filter(
    (key) => !of.bound.includes(key) && isEmpty(key) && !isNeededBy(key),
  );
  if (first !== undefined && second !== undefined)
    it('merges two writers of different properties and stops the second of one', () => twoWriters(first, second));

  it('[ERR-01] deletes with the right version only, and then answers as if it had never been', async () => {
    const { $id } = await of.make(of.minimal());
    const id = String($id);
    expect(await of.world().ask('admin', `delete/${id}`, { _u: 7 })).toMatchObject({ refused: 'conflict' });
    expect(ok(await of.world().ask('admin', `delete/${id}`, { _u: 1 }))).toEqual({});
    const never = `${of.type.name}-2000000000`;
    for (const who of ['visitor', 'outsider', 'admin'] as const) {
      expect(await of.world().ask(who, `read/${id}`)).toEqual(await of.world().ask(who, `read/${never}`));
      expect(await of.world().ask(who, `delete/${id}`, { _u: 1 })).toEqual(
        await of.world().ask(who, `delete/${never}`, { _u: 1 }),
      );
    }
  });
};

const NONE: TypeFixture = { minimal: {}, full: {}, invalid: [] };

export const contractSuite = ({
  registry,
  fixtures,
  instead,
  needed = {},
  kept = {},
  sweep,
  open,
}: ContractSubject): void => {
  let opened: ContractWorld | undefined;
  const world = (): ContractWorld => {
    if (!opened) throw new Error('the world is not open yet');
    return opened;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.stop());

  // Only workflows create and remove steps: tests/product/stateWalk.pg.test.ts. Only the server writes items of sealed types:
  // tests/product/adminLog.pg.test.ts.
  const declared = Object.values(registry.types).filter(
    ({ name, server }) => !isStepType(registry, name) && server.access.sealed !== true,
  );
  const types = sweep === undefined ? declared : casesToTake(sweep, declared, ({ name }) => name);
  describe.each(types.map((type) => ({ type, name: type.name })))('$name', ({ type, name }) => {
    const fixture = fixtures[name] ?? NONE;
    const of: TypeUnderContract = {
      type,
      fixture,
      world,
      bound: [...Object.keys(needed[name] ?? {}), ...(kept[name] ?? [])],
      minimal: () => ({ ...(placed(fixture.minimal, world().stand) as Body), ...needed[name] }),
      full: () => {
        const given = Object.entries({ ...fixture.full, ...instead[name] });
        const sent = given.filter(([key]) => kept[name]?.includes(key) !== true);
        return placed(Object.fromEntries(sent), world().stand) as Body;
      },
      make: async (properties) => ok(await world().ask('admin', `create/${name}`, properties)),
    };
    keepsValues(of);
    refusesWrongValues(of);
    keepsWritersApart(of);
  });
};
