// The values that the page of a request shows to its author.
import { expect, it } from 'vitest';
import { readingGroups } from 'src/client/item/readingGroups.ts';
import { consultClientArea } from 'src/domain/consult/module.client.ts';
import { pathsOfStep } from 'src/client/wizard/wizardSteps.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const type = registry.types['Consultation'] as ItemType;
const community = 'Organization-1';
const draft = {
  ...{ $id: 'Consultation-1', _t: 'Consultation', $label: 'Pier', projectName: 'Pier', capacityOffered: 'Travel' },
  asked: [{ community, selected: true }],
} as unknown as Item;

const pathsShown = (item: Item): readonly string[] => {
  const parts = (consultClientArea.pageParts ?? []).filter(({ isShown }) =>
    isShown({ item, type, registry, user: undefined }),
  );
  const covered = parts.flatMap(({ covers }) => covers?.(type) ?? []);
  return readingGroups(item, type, { find: () => undefined, admin: false, bare: false, covered }).flatMap(
    ({ paths }) => paths,
  );
};

it('[CONS-01] the page of a request lists its communities once: as chosen in a draft, with their progress after that', () => {
  expect(pathsShown(draft)).toEqual(expect.arrayContaining(['asked', 'capacityOffered']));
  const sent = { ...draft, progress: [{ community, state: 'PENDING' }] } as unknown as Item;
  expect(pathsShown(sent)).toContain('capacityOffered');
  expect(pathsShown(sent)).not.toContain('asked');
});

it('[CONS-01] no step of the wizard asks who gets notices of the record', () => {
  const asked = (type.view.wizard?.steps ?? []).flatMap((step) => pathsOfStep(type, step));
  expect(asked).toContain('asked');
  for (const path of ['$notify', '$hideNotify']) expect(asked).not.toContain(path);
});
