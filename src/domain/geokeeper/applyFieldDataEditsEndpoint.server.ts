// `act/applyGeoKeeperFieldDataEdits`: saves the unsaved edits of a trip and its records together. A record that is refused does not undo the
// others, and its edits stay on the page.

import { applyEdits, prepareEdits, type SentEdits } from 'src/domain/geokeeper/review/applyEdits.server.ts';
import { isProblem } from 'src/model/problems.ts';
import { endpoint, inSavepoint } from 'src/server/extend.ts';

interface Refusal {
  readonly key: string;
  readonly u?: number;
}

export const applyFieldDataEdits = endpoint('applyGeoKeeperFieldDataEdits', {
  async prepare(reading, input) {
    const edits = input.edits as SentEdits;
    const prepared = await prepareEdits(reading, edits);
    return async (context) => {
      const { services, readFilter } = context;
      const saved: Record<string, number> = {};
      const refused: Record<string, Refusal> = {};
      for (const [id, edit] of Object.entries(edits)) {
        try {
          const change = { edit, prepared: prepared.get(id) };
          const after = await inSavepoint(context.tx, (tx) => applyEdits({ ...context, db: tx, tx }, id, change));
          saved[id] = after.u;
        } catch (error) {
          if (!isProblem(error)) throw error;
          const now = error.key === 'conflict' ? await services.access.visible(context.tx, readFilter, id) : undefined;
          refused[id] = { key: error.key, ...(now && { u: now.u }) };
        }
      }
      return { saved, refused };
    };
  },
});
