// Tables imported into the product over HTTP: what a check says, what an import writes, and what an undo takes back.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { operationsOf, okOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [KEEPER, MEMBER] = ['capability holder', 'member'] as const;

let world: ProductWorld;
const { read, save } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const countOf = async (type: string): Promise<number> =>
  Number(okOf(await world.ask('administrator', 'search/ids', { must: { _t: [type] }, max: 0 }))['total']);
const counts = async () => ({ entries: await countOf('ArchiveEntry'), imports: await countOf('Import') });
const archive = () => ({ kind: 'ARC_CSV', owner: world.own });
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

describe('[ARCH-02] an import of archive records', () => {
  const CONTENT = lines(
    'Title,Call-Number,Year,Tags,Document date',
    'Tide tables,B-007,1931,tides;moon,5 May 1931',
    'Letters,1E5,1932,,1910-05-03',
    ',B-009,1933,,',
    'Formula,=1+1,19333333333,,03/04/1910',
  );

  it('suggests the columns by their headings', async () => {
    const key = await imports.upload(KEEPER, { content: CONTENT });
    const sheet = await imports.readSheet(KEEPER, key, archive());
    expect(sheet).toMatchObject({ format: 'CSV', kind: 'ARC_CSV', type: 'ArchiveEntry', ownerPath: 'owner', rows: 4 });
    expect(sheet.mapping.map(({ name, to }) => [name, to])).toEqual([
      ['Title', 'title'],
      ['Call-Number', 'callNumber'],
      ['Year', 'yearPublished'],
      ['Tags', 'keywords'],
      ['Document date', 'date'],
    ]);
  });

  it('writes nothing when it is checked, and names every refused cell', async () => {
    const { outcome } = await imports.check(KEEPER, { content: CONTENT }, archive());
    expect(outcome.counts).toEqual({ created: 2, changed: 0, unchanged: 0, refused: 2, kept: 0 });
    expect(outcome.refused.map(({ row, column, message }) => [row, column, message])).toEqual([
      [4, 0, 'errors.required'],
      [5, 2, expect.any(String)],
      [5, 4, 'import.ambiguousDate'],
    ]);
    expect(outcome.preview.map(({ values }) => values)).toMatchObject([
      { title: 'Tide tables', callNumber: 'B-007', keywords: ['tides', 'moon'], date: '1931-05-05', owner: world.own },
      { title: 'Letters', callNumber: '1E5', yearPublished: '1932' },
    ]);
  });

  it('creates the records that its check has shown, and is taken back', async () => {
    const { outcome } = await imports.import(KEEPER, { content: CONTENT }, archive());
    expect(outcome.counts).toMatchObject({ created: 2, refused: 2 });
    const via = String(outcome.import);
    const [first = '', second = ''] = outcome.items;
    expect(await read(KEEPER, first)).toMatchObject({ title: 'Tide tables', addedVia: via });
    expect(await read(KEEPER, via)).toMatchObject({ state: 'DONE', added: 2, refused: 2, kind: 'ARC_CSV' });
    okOf(await save(KEEPER, second, { title: 'Letters of the year' }));
    const undone = await imports.undo(KEEPER, via);
    expect(undone.outcome.kept).toMatchObject([{ id: second, message: 'import.changedSince', paths: ['title'] }]);
    expect(undone.outcome.counts).toMatchObject({ removed: 1, restored: 0, kept: 1 });
    expect(undone.task['counts'] ?? null).toBeNull();
    const record = await read(KEEPER, via);
    expect(record).toMatchObject({
      ...{ state: 'UNDONE', undoneAt: expect.any(String), undoneBy: world.idOf(KEEPER) },
      ...{ added: 2, removed: 1, restored: 0, kept: 1 },
    });
    expect(record).not.toHaveProperty('undoUntil');
    expect(await world.ask(KEEPER, `read/${first}`)).toEqual({ refused: 'notFound' });
  });
});

describe('[ARCH-02] the values of cells', () => {
  it('are dates in the stated order, and texts that look like numbers stay texts', async () => {
    const content = lines(
      'Title;Document date;File number',
      'One;03/04/1910;007',
      'Two;13/04/1910;1.50',
      'Three;4/13/1910;',
    );
    const columns = [
      { column: 0, to: 'title' },
      { column: 1, to: 'date', dates: 'DMY' as const },
      { column: 2, to: 'fileNumber' },
    ];
    const { outcome } = await imports.check(KEEPER, { content }, { ...archive(), columns });
    expect(outcome.preview.map(({ values }) => [values['date'], values['fileNumber']])).toEqual([
      ['1910-04-03', '007'],
      ['1910-04-13', '1.50'],
    ]);
    expect(outcome.refused).toMatchObject([
      { row: 4, column: 1, value: '4/13/1910', message: 'import.otherDateOrder' },
    ]);
  });

  it('are choices by key or name, and the reason of a refusal names the choices', async () => {
    const content = lines('Title,Who can see it', 'A,public', 'B,PRIVATE', 'C,secret');
    const { outcome } = await imports.check(KEEPER, { content }, archive());
    expect(outcome.preview.map(({ values }) => values['$access'])).toEqual(['PUBLIC', 'PRIVATE']);
    expect(outcome.refused).toMatchObject([
      {
        ...{ row: 4, column: 1, message: 'import.notAChoice' },
        params: { value: 'secret', choices: 'Public, Community, Protected, Private' },
      },
    ]);
  });

  it('are values of lists, which are refused, kept as others, or added with the right to the list', async () => {
    const content = lines('Title,Language', 'A,Harbour Talk', 'B,Harbour talk');
    const columns = (unknown: 'refuse' | 'other' | 'add') => [
      { column: 0, to: 'title' },
      { column: 1, to: 'language', unknown },
    ];
    const refused = await imports.check(KEEPER, { content }, { ...archive(), columns: columns('refuse') });
    expect(refused.outcome.refused.map(({ message }) => message)).toEqual(['import.noValue', 'import.noValue']);
    const others = await imports.check(KEEPER, { content }, { ...archive(), columns: columns('other') });
    expect(others.outcome.preview[0]?.values['language']).toEqual(['$other:Harbour Talk']);
    const notAllowed = await imports.check(KEEPER, { content }, { ...archive(), columns: columns('add') });
    expect(notAllowed.outcome.refused.map(({ message }) => message)).toEqual([
      'errors.notAllowed',
      'errors.notAllowed',
    ]);
    const added = await imports.import('administrator', { content }, { ...archive(), columns: columns('add') });
    expect(added.outcome).toMatchObject({ counts: { created: 2 }, kept: [{ message: 'import.addedValue' }] });
    expect((await read(KEEPER, added.outcome.items[1] ?? ''))['language']).toEqual(['HARBOUR_TALK']);
  });

  it('are related items by id, label or a property, and several matches are refused with their number', async () => {
    const named = (displayName: string) =>
      world.newItem({
        type: 'Organization',
        level: 'COMMUNITY',
        mark: displayName,
        more: { displayName, type: 'MUSEUM' },
      });
    const [museum] = [await named('Museum of the Bay'), await named('Twin House'), await named('Twin House')];
    const content = lines(
      'Title,Source organization',
      'A,museum of the bay',
      `B,${museum ?? ''}`,
      'C,Twin House',
      'D,Nowhere',
    );
    const { outcome } = await imports.check(KEEPER, { content }, archive());
    expect(outcome.preview.map(({ values }) => values['sourceOrg'])).toEqual([museum, museum]);
    expect(outcome.refused).toMatchObject([
      { row: 4, column: 1, message: 'import.ambiguousRelation', params: { count: 2 } },
      { row: 5, column: 1, message: 'import.noRecord' },
    ]);
  });

  it('[SPAT-01] are places as well-known text or as two coordinates', async () => {
    const content = lines('Name,Lat,Long', 'Pier,50.5,-139.25', 'Nowhere,50.5,');
    const options = { kind: 'SPL_PLACES', owner: world.own };
    const { outcome } = await imports.check('protected reader', { content }, options);
    expect(outcome.preview[0]?.values).toMatchObject({
      geometry: { type: 'Point', coordinates: [-139.25, 50.5] },
    });
    expect(outcome.refused).toMatchObject([{ row: 3, message: 'import.missingCoordinate' }]);
    const wkt = lines('Name,WKT', 'Weir,"LINESTRING (-139 50, -138.5 50.5)"', 'Odd,somewhere');
    const checked = await imports.check('protected reader', { content: wkt }, options);
    expect(checked.outcome.preview[0]?.values).toMatchObject({ geometry: { type: 'LineString' } });
    expect(checked.outcome.refused).toMatchObject([{ row: 3, column: 1, message: 'import.notAPlace' }]);
  });
});

describe('[ARCH-02] records that exist', () => {
  it('are changed by a second import of the sheet, and a row that repeats another is refused', async () => {
    const first = await imports.import(
      KEEPER,
      { content: lines('Title,Call number', 'Map,X-1', 'Plan,X-2') },
      archive(),
    );
    expect(first.outcome.counts).toMatchObject({ created: 2 });
    const content = lines('Title,Call number,Publisher', 'Map,X-1,', 'Plan,X-2,Harbour Press', 'Plan again,x-2,');
    const second = await imports.import(KEEPER, { content }, archive());
    expect(second.outcome.counts).toMatchObject({ created: 0, changed: 1, unchanged: 1, refused: 1 });
    expect(second.outcome.refused).toMatchObject([{ row: 4, message: 'import.duplicateRow', params: { row: 3 } }]);
    const undone = await imports.undo(KEEPER, String(second.outcome.import));
    expect(undone.outcome.kept).toEqual([]);
    expect((await read(KEEPER, second.outcome.items[0] ?? ''))['publisher']).toBeUndefined();
  });

  it('keep the edits that an undo finds, and a deleted record is no obstacle', async () => {
    const content = lines('Title,Call number', 'One,Y-1', 'Two,Y-2', 'Three,Y-3');
    const made = await imports.import(KEEPER, { content }, archive());
    const [one = '', two = '', three = ''] = made.outcome.items;
    okOf(await save(KEEPER, one, { publisher: 'Someone' }));
    okOf(await world.ask(KEEPER, `delete/${two}`, { _u: 1 }));
    const { outcome } = await imports.undo(KEEPER, String(made.outcome.import));
    expect(outcome.kept).toMatchObject([{ id: one, message: 'import.changedSince', paths: ['publisher'] }]);
    expect(await world.ask(KEEPER, `read/${three}`)).toEqual({ refused: 'notFound' });
    expect(await read(KEEPER, one)).toMatchObject({ title: 'One', publisher: 'Someone' });
  });

  it('are not imported twice: the same file is refused, and so is a second import at the same time', async () => {
    const columns = [{ column: 0, to: 'title' }];
    const content = lines('Title', 'Only once');
    await imports.import(KEEPER, { content }, { ...archive(), columns });
    const again = await imports.request(KEEPER, { content }, { ...archive(), columns });
    const refusal = await world.ask(KEEPER, 'act/runImport/async', again);
    expect(JSON.stringify(refusal)).toContain('import.sameFile');
    const bodies = [];
    for (const title of ['Left', 'Right'])
      bodies.push(await imports.request(KEEPER, { content: lines('Title', title) }, { ...archive(), columns }));
    const answers = await Promise.all(bodies.map((body) => world.ask(KEEPER, 'act/runImport/async', body)));
    expect(answers.filter((answer) => 'ok' in answer).length).toBe(1);
    expect(JSON.stringify(answers)).toContain('import.anotherRuns');
    await world.runJobs();
  });

  it.each([
    ['one upload', KEEPER, KEEPER, true],
    ['two uploads of one person', KEEPER, KEEPER, false],
    ['uploads of two people', KEEPER, 'administrator', false],
  ] as const)(
    'are made once by one sheet that is imported twice at the same time: %s',
    async (name, one, other, isOneUpload) => {
      const rows = Array.from({ length: 60 }, (_, at) => `Twice ${at}: ${name}`);
      const content = lines('Title', ...rows);
      const options = { ...archive(), columns: [{ column: 0, to: 'title' }] };
      const before = await counts();
      const first = await imports.request(one, { content }, options);
      const second = isOneUpload ? first : await imports.request(other, { content }, options);
      const run = (actor: string, body: typeof first) => world.ask(actor, 'act/runImport/async', body);
      const answers = await Promise.all([run(one, first), run(other, second)]);
      expect(answers.filter((answer) => 'ok' in answer).length).toBe(1);
      expect(JSON.stringify(answers.find((answer) => 'refused' in answer))).toMatch(
        /import\.(?:anotherRuns|sameFile)/u,
      );
      await world.runJobs();
      expect(JSON.stringify(await run(other, second))).toContain('import.sameFile');
      const after = await counts();
      expect(after).toEqual({ entries: before.entries + rows.length, imports: before.imports + 1 });
    },
  );
});

describe('[PERM-01] the rights of an import', () => {
  it('are those of the person: a member without the right cannot begin', async () => {
    const body = await imports.request(MEMBER, { content: lines('Title', 'No') }, archive());
    expect(await world.ask(MEMBER, 'act/runImport/async', body)).toMatchObject({ refused: 'notAllowed' });
    expect(await world.ask(MEMBER, 'act/checkImport/async', body)).toMatchObject({ refused: 'notAllowed' });
    const { kinds } = okOf(await world.ask(MEMBER, 'act/importKinds', {})) as { kinds?: readonly { kind: string }[] };
    expect((kinds ?? []).map(({ kind }) => kind)).not.toContain('ARC_CSV');
  });

  it('end with the right: an import that was started stops', async () => {
    const body = await imports.request('creator', { content: lines('Title', 'Late') }, archive());
    const id = world.idOf('creator');
    const memberships = (await read('administrator', id))['memberships'] as readonly Record<string, never>[];
    const withRight = memberships.map((each) => ({ ...each, capabilities: ['Archive'] }));
    await world.change(id, { memberships: withRight });
    const taskKey = await imports.start('creator', 'runImport', body);
    await world.change(id, { memberships });
    await world.runJobs();
    const outcome = await imports.outcomeOf('creator', taskKey);
    expect(outcome.counts.created).toBe(0);
    expect(await read('administrator', String(outcome.import))).toMatchObject({ state: 'FAILED', added: 0 });
  });

  it('are needed to see an outcome: another person has none', async () => {
    const { taskKey } = await imports.check(KEEPER, { content: lines('Title', 'Mine') }, archive());
    expect(await world.ask(MEMBER, 'act/importOutcome', { taskKey })).toEqual({ refused: 'notFound' });
  });
});
