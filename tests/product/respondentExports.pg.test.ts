// The name of a respondent in files that leave the system: every format of every type that names people of the community, transcripts,
// packed files and packages. Each file is read as text, and a reader who may see the name finds it, so that an empty file proves nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { ExportFormatName } from 'src/model/generated/exportFormats.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { propertyAt, relationPaths } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { exportedText, fittingFormats } from 'tests/product/exportedFiles.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const PERSON = 'CommunityMember';
const FIRST = 'Ottilie';
const NAME = `${FIRST} Harrowgate`;
const BELOW = ['visitor', 'stranger', 'member'] as const;
const READER = 'private reader';

let world: ProductWorld;
let person: ItemId;

/** Paths of a type that name people of the community. */
const namingPaths = (type: ServerItemType): string[] =>
  relationPaths(type).filter((path) => propertyAt(type.properties, path)?.rel?.to.includes(PERSON) === true);

/** The person is not the only one whose names a record of the person holds, so those types are left out. */
const NAMING = Object.values(registry.types).filter(
  (type) => ![PERSON, 'ResearchConsent'].includes(type.name) && namingPaths(type).length > 0,
);

/** The value of a record that names the person at the path, one level deep or two. */
const namedAt = ({ properties }: ServerItemType, path: string): Body => {
  const [first = '', ...rest] = path.split('.');
  const isMany = (name: string): boolean => propertyAt(properties, name)?.many === true;
  const one: Json = rest.length === 0 ? person : { [rest.join('.')]: person };
  return { [first]: isMany(first) ? [one] : one };
};

const fileText = (actor: string, format: ExportFormatName, ids: readonly ItemId[]): Promise<string> =>
  exportedText(world, actor, { format, ids, relationIds: true });

beforeAll(async () => {
  world = await openProductWorld();
  const [firstName = '', lastName = ''] = NAME.split(' ');
  person = await world.newItem({ type: PERSON, level: 'PROTECTED', mark: 'person', more: { firstName, lastName } });
});
afterAll(() => world.stop());

describe('[RES-01] [PERM-01] [EXCHANGE] the name of a respondent', () => {
  it.each(NAMING.map((type) => [type.name, type] as const))(
    'is in no file of %s of a reader below PROTECTED',
    async (name, type) => {
      const more = Object.assign({}, ...namingPaths(type).map((path) => namedAt(type, path))) as Body;
      const id = await world.newItem({ type: name, level: 'PUBLIC', mark: name, more });
      for (const format of fittingFormats(type)) {
        for (const actor of BELOW) {
          const text = await fileText(actor, format, [id]);
          for (const hidden of [FIRST, `${person}"`, `>${person}<`, `,${person},`])
            expect({ format, actor, hidden, found: text.includes(hidden) }).toMatchObject({ found: false });
        }
      }
      if ('ok' in (await world.ask('member', `read/${id}`)))
        expect(await fileText('member', 'csv', [id])).toContain(id);
      for (const format of ['csv', 'xlsx', 'json'] as const)
        expect({ format, text: await fileText(READER, format, [id]) }).toMatchObject({
          text: expect.stringContaining(format === 'json' ? person : FIRST),
        });
    },
  );

  describe('in a transcript', () => {
    let interview: ItemId;
    let passage: ItemId;

    beforeAll(async () => {
      interview = await world.newItem({
        ...{ type: 'ResearchActivity', level: 'PROTECTED', mark: 'talk', more: { title: `Talk with ${NAME}` } },
      });
      const bytes = Buffer.from(`WEBVTT\n\n${NAME}`);
      const file = await world.attach(interview, { originalName: `${NAME}.vtt`, bytes });
      await world.change(interview, { attachments: [file], respondents: [person] });
      const words = { words: 'canaryreed', start: 0, end: 1, speaker: NAME, respondent: person, people: [person] };
      passage = await world.newItem({
        ...{ type: 'ResearchPassage', level: 'PUBLIC', mark: 'passage' },
        more: { ...words, activity: interview, transcript: file, recording: file, notes: NAME },
      });
    });

    it('is in no answer about a passage that is open to everybody', async () => {
      const passages = { _t: ['ResearchPassage'] };
      const formats = NAMING.filter(({ name }) => name === 'ResearchPassage').flatMap(fittingFormats);
      for (const actor of BELOW) {
        const answers = {
          read: await world.ask(actor, `read/${passage}`),
          history: await world.ask(actor, `history/${passage}`, {}),
          list: await world.ask(actor, 'search/ids', {
            must: { ...passages, text: ['canaryreed'] },
            labels: true,
          }),
          facets: await world.ask(actor, 'search/ids', {
            must: passages,
            facets: ['respondent', 'speaker', 'people'],
          }),
          suggestions: await world.ask(actor, 'suggest', { text: FIRST }),
          files: await Promise.all(formats.map((format) => fileText(actor, format, [passage]))),
        };
        const probes: readonly Body[] = [
          { text: [FIRST] },
          { speaker: [NAME] },
          { respondent: [person] },
          { people: [person] },
        ];
        const found = await Promise.all(
          probes.map((probe) => world.ask(actor, 'search/ids', { must: { ...passages, ...probe } })),
        );
        for (const [channel, answer] of Object.entries(answers))
          expect({ actor, channel, told: JSON.stringify(answer).includes(FIRST) }).toMatchObject({ told: false });
        for (const answer of found)
          expect({ actor, text: JSON.stringify(answer) }).not.toMatchObject({ text: expect.stringContaining(passage) });
        expect(JSON.stringify(answers.list)).toContain(passage);
      }
    });

    it('leaves in a WebVTT or ELAN file only with people who may read the interview', async () => {
      for (const format of ['vtt', 'eaf']) {
        const exported = (actor: string) =>
          world.ask(actor, 'act/exportTranscript', { ...targetOf(interview), format });
        for (const actor of BELOW) {
          const answer = await exported(actor);
          expect(answer).toHaveProperty('refused');
          expect(JSON.stringify(answer)).not.toContain(FIRST);
        }
        expect(okOf(await exported(READER))['content']).toContain(FIRST);
      }
    });

    it('is in no zip of files, and packages are refused', async () => {
      for (const actor of BELOW) {
        const started = await world.ask(actor, 'act/downloadAttachments/async', { ids: [interview, passage] });
        expect(await world.ask(actor, 'act/makePackage/async', {})).toHaveProperty('refused');
        if (!('ok' in started)) continue;
        await world.runJobs();
        const bytes = Buffer.from(
          await (await world.get(actor, `/task-result/${String(okOf(started)['key'])}`)).arrayBuffer(),
        );
        expect({ actor, told: bytes.toString('latin1').includes(FIRST) }).toEqual({ actor, told: false });
      }
    });
  });
});
