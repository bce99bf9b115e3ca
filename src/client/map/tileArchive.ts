// Tiles of base maps in files of the site (PMTiles): from the areas that are stored on this device, otherwise by ranges from the server.

import { PMTiles, type Header } from 'pmtiles';
import { networkError } from 'src/client/connection/ClientProblem.ts';
import { keptTile, type TileAddress } from 'src/client/map/keptTiles.ts';

/** Opened once for all maps of the page: the directories of an archive stay in memory. */
const archives = new Map<string, PMTiles>();

const openTileArchive = (url: string): PMTiles => {
  const archive = archives.get(url) ?? new PMTiles(new URL(url, window.location.origin).href);
  archives.set(url, archive);
  return archive;
};

/** The package remembers failures, too, so an archive that failed is opened again. */
const fromArchive = async <T>(url: string, read: (archive: PMTiles) => Promise<T>): Promise<T> => {
  const archive = openTileArchive(url);
  try {
    return await read(archive);
  } catch (error) {
    if (archives.get(url) === archive) archives.delete(url);
    throw error instanceof TypeError ? networkError() : error;
  }
};

export const headerOfArchive = (url: string): Promise<Header> => fromArchive(url, (archive) => archive.getHeader());

/** Returns the bytes of a tile from the server, decompressed; undefined for a tile without content. */
export const serverTile = async (url: string, { z, x, y }: TileAddress): Promise<ArrayBuffer | undefined> =>
  (await fromArchive(url, (archive) => archive.getZxy(z, x, y)))?.data;

/** Returns the bytes of a tile. A stored tile of an earlier version of the file is used when the server cannot be reached. */
export const baseMapTile = async (url: string, tile: TileAddress): Promise<ArrayBuffer | undefined> => {
  const kept = await keptTile(url, tile);
  if (kept?.isCurrent === true) return kept.bytes;
  try {
    return await serverTile(url, tile);
  } catch (error) {
    if (kept) return kept.bytes;
    throw error;
  }
};
