// The QR code of ODK Collect contains its settings as compressed JSON.

import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { collectSettings } from 'src/domain/geokeeper/openRosa/collectSettings.client.ts';

it('[GEO-01] the QR code contains the address and the name of the site as ODK Collect reads them', async () => {
  const address = 'https://keeper.example.org/openrosa/abc';
  const text = await collectSettings({ address, project: 'Salmon ᐊᓂᔑᓈᐯ' });
  const settings: unknown = JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString());
  expect(settings).toMatchObject({
    general: { protocol: 'odk_default', server_url: address, form_update_mode: 'match_exactly' },
    admin: {},
    project: { name: 'Salmon ᐊᓂᔑᓈᐯ' },
  });
});
