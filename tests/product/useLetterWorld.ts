// The world of the tests of letters: a request of a proponent, the response of the own community to it, and a template in use. Opened
// before the first test of a file, and closed after its last.

import { afterAll, beforeAll } from 'vitest';
import type { ReturnedMail } from 'src/server/config.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

export const [STAFF, PROPONENT] = ['capability holder', 'stranger'] as const;
export const SYLLABICS = 'ᓂᐱᕀ';

interface Items {
  readonly consultation: ItemId;
  readonly response: ItemId;
  readonly template: ItemId;
  readonly proponent: ItemId;
}

type Opened = Items & { readonly world: ProductWorld };

/** Actions of the community's staff in each test. */
const letterOperations = (opened: () => Opened) => {
  const operations = operationsOf(() => opened().world);
  const { act } = operations;
  const ask: ProductWorld['ask'] = (...asked) => opened().world.ask(...asked);
  const read = (id: ItemId): Promise<Body> => operations.read(STAFF, id);
  const change = async (id: ItemId, changes: Body): Promise<Body> => okOf(await operations.save(STAFF, id, changes));
  const draftAbout = async (about: ItemId): Promise<Body> =>
    okOf(await act(STAFF, 'draftLetter', about, { template: opened().template }));
  return {
    act,
    read,
    change,
    /** Acts as a person who has read the current version of the item. */
    move: async (actor: string, id: ItemId, name: string, more: Body = {}): Promise<Answer> =>
      act(actor, 'transition', id, { name, u: (await read(id))['_u'] ?? 0, ...more }),
    draft: (): Promise<Body> => draftAbout(opened().response),
    /** Has no field left to fill in. */
    ready: async (about = opened().response): Promise<ItemId> => {
      const id = String((await draftAbout(about))['$id']);
      const body = String((await read(id))['body']).replace('{no.such.field}', 'x');
      await change(id, { signature: 'A. Sample', body });
      return id;
    },
    send: async (id: ItemId, by = 'THREAD'): Promise<void> => {
      const own = ['POST', 'BY_HAND', 'PORTAL'].includes(by);
      const date = new Date().toISOString().slice(0, 10);
      okOf(await act(STAFF, `${own ? 'recordSending' : 'sendLetter'}/async`, id, own ? { by, date } : { by }));
      await opened().world.runJobs();
    },
    find: async (actor: string, must: Body): Promise<ItemId[]> =>
      okOf(await ask(actor, 'search/ids', { must, max: 100 }))['ids'] as ItemId[],
    fileOf: (actor: string, id: Json | undefined): Promise<globalThis.Response> =>
      opened().world.get(actor, `/attachment/${String(id).split('-')[1]}`),
  };
};

const adding = (world: ProductWorld) => {
  const add = async (type: string, more: Body): Promise<ItemId> =>
    (await world.add([{ type, level: 'COMMUNITY', mark: type, more }]))[0] ?? '';
  return {
    add,
    newResponse: (consultation: ItemId, primaryOrg: ItemId): Promise<ItemId> =>
      add('ConsultResponse', {
        ...{ consultation, community: world.own, anticipatedResponse: null, primaryOrg, state: 'PENDING' },
        ...{ identifiers: ['REF-77'], distributed: '2031-03-01T00:00:00Z', requestedResponseDate: '2031-03-31' },
      }),
  };
};

const open = async (smtpUrl: string | undefined, returned?: ReturnedMail): Promise<Opened> => {
  const world = await openProductWorld({ ...(smtpUrl !== undefined && { smtpUrl }), ...(returned && { returned }) });
  const { add, newResponse } = adding(world);
  const proponent = await operationsOf(() => world).organizationOf(PROPONENT);
  await world.change(world.own, { calendar: { timeZone: 'Pacific/Kiritimati' } });
  const consultation = await add('Consultation', {
    projectName: 'North *Road*',
    primaryOrg: proponent,
    communities: [world.own],
  });
  const response = await newResponse(consultation, proponent);
  const template = await add('LetterTemplate', {
    label: 'Answer',
    owner: world.own,
    state: 'ACTIVE',
    subject: 'About {consultation.projectName}',
    body: `# To {consultation.primaryOrg}\n\nOn {today} about {consultation.projectName} and ${SYLLABICS}; {no.such.field}, {anticipatedResponse}.`,
  });
  return { world, consultation, response, template, proponent };
};

/** `smtpUrl`: emails go to this server, and not into files. `returned`: mail servers return them to this address. */
export const useLetterWorld = (smtpUrl?: () => Promise<string>, returned?: ReturnedMail) => {
  let now: Opened | undefined;
  const opened = (): Opened => {
    if (!now) throw new Error('the world is opened before the first test');
    return now;
  };
  beforeAll(async () => {
    now = await open(await smtpUrl?.(), returned);
  });
  afterAll(() => now?.world.stop());
  return {
    ...letterOperations(opened),
    add: (type: string, more: Body): Promise<ItemId> => adding(opened().world).add(type, more),
    newResponse: (consultation = opened().consultation): Promise<ItemId> =>
      adding(opened().world).newResponse(consultation, opened().proponent),
    get world(): ProductWorld {
      return opened().world;
    },
    get consultation(): ItemId {
      return opened().consultation;
    },
    get response(): ItemId {
      return opened().response;
    },
    get template(): ItemId {
      return opened().template;
    },
    get proponent(): ItemId {
      return opened().proponent;
    },
  };
};
