// Joins the areas of the product to one domain. Called by src/domain/client.ts.

import { joinRecords } from 'src/base/joinRecords.ts';
import type { ClientArea, ClientDomain } from 'src/client/ClientDomain.ts';

/** Throws when two areas use one name for code of one kind. */
export const clientDomainOf = (areas: readonly ClientArea[], loadForm: ClientDomain['loadForm']): ClientDomain => ({
  loadForm,
  itemParts: joinRecords(areas.map(({ itemParts }) => itemParts)),
  tabs: areas.flatMap(({ tabs = [] }) => tabs),
  pageParts: areas.flatMap(({ pageParts = [] }) => pageParts),
  listParts: areas.flatMap(({ listParts = [] }) => listParts),
  draftParts: areas.flatMap(({ draftParts = [] }) => draftParts),
  homeParts: areas.flatMap(({ homeParts = [] }) => homeParts),
  accountParts: areas.flatMap(({ accountParts = [] }) => accountParts),
  fieldParts: joinRecords(areas.map(({ fieldParts }) => fieldParts)),
  mergeFields: joinRecords(areas.map(({ mergeFields }) => mergeFields)),
  actionDialogs: joinRecords(areas.map(({ actionDialogs }) => actionDialogs)),
  helpParts: areas.flatMap(({ helpParts = [] }) => helpParts),
  overPage: joinRecords(areas.map(({ overPage }) => overPage)),
  ownPages: joinRecords(areas.map(({ ownPages }) => ownPages)),
  deviceData: joinRecords(areas.map(({ deviceData }) => deviceData)),
});
