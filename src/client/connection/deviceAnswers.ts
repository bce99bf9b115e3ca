// Answers of earlier requests that this device stores, as the connection uses them. Implemented by stores/OfflineReading.ts.

import type { Json } from 'src/model/item/Item.ts';

export interface DeviceAnswers {
  /** Called with each answer of the server. `o` is the operation with its arguments, or the path of a GET. */
  readonly note: (o: string, body: Json | undefined, answer: unknown) => void;
  /** Resolves to the stored answer of a request that could not reach the server, if there is one. */
  readonly answer: (o: string, body: Json | undefined) => Promise<unknown>;
}
