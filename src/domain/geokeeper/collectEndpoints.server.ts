// `act/makeCollectAddress` creates the address that a person enters in ODK Collect, `act/collectAddresses` lists those of the person, and
// `act/endCollectAddress` ends one.

import { mayCollectSomewhere } from 'src/domain/geokeeper/openRosa/collectForms.server.ts';
import { COLLECT_PURPOSE, openRosaPath, usesFieldData } from 'src/domain/geokeeper/openRosa/openRosaPerson.server.ts';
import { problem } from 'src/model/problems.ts';
import { createSecretAddress, endpoint, endSecretAddress, ownSecretAddresses } from 'src/server/extend.ts';

export const makeCollectAddress = endpoint('makeCollectAddress', async (context, { name }) => {
  if (!usesFieldData(context.services)) throw problem('notAllowed');
  const { address, secret } = await createSecretAddress(context, { purpose: COLLECT_PURPOSE, name });
  return { address, path: openRosaPath(secret) };
});

export const collectAddresses = endpoint('collectAddresses', async (context) => {
  const found = await ownSecretAddresses(context, COLLECT_PURPOSE);
  const addresses = found.map(({ feed, name, created, used }) => ({
    ...{ address: feed, name, made: created.toISOString(), used: used?.toISOString() ?? null },
  }));
  return { offered: await mayCollectSomewhere(context), addresses };
});

export const endCollectAddress = endpoint('endCollectAddress', async (context, { address }) => {
  await endSecretAddress(context, { purpose: COLLECT_PURPOSE, address });
  return {};
});
