// Files of imported records are found in the zips of both programs, and never those of another record.
import { expect, it } from 'vitest';
import { importedMediaIn } from 'src/domain/geokeeper/imports/importedMedia.ts';

const ONE = '11111111-1111-4111-8111-111111111111';
const TWO = '22222222-2222-4222-8222-222222222222';

it('[GEO-01] a file is found in the one folder of ODK Central', () => {
  const media = importedMediaIn([{ path: 'media/17.jpg' }, { path: 'media/18.jpg' }]);
  expect(media.fileOf({ instanceId: `uuid:${ONE}` }, '18.jpg')).toEqual({ path: 'media/18.jpg' });
  expect(media.fileOf({ instanceId: `uuid:${ONE}` }, '19.jpg')).toBeUndefined();
});

it('[GEO-01] [GEO-02] a file of KoboToolbox is found in the folder of its record, with the name that was changed', () => {
  const paths = [ONE, TWO].map((uuid) => ({ path: `ben/attachments/form/${uuid}/my_photo_1.jpg` }));
  const media = importedMediaIn(paths);
  expect(media.fileOf({ instanceId: `uuid:${TWO}` }, 'my photo (1).jpg')).toEqual(paths[1]);
  expect(media.fileOf({ instanceId: `uuid:${TWO}` }, 'my photo 2.jpg')).toBeUndefined();
  expect(media.fileOf({ instanceId: 'uuid:33333333-3333-4333-8333-333333333333' }, 'my photo 1.jpg')).toBeUndefined();
});
