// The text formats of all kinds. The generated validators of server and client import them by name, so a value that passes in the browser
// passes on the server.

import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { Format } from 'src/model/kinds/KindCodec.ts';

const ALL_FORMATS: readonly (readonly [name: string, format: Format])[] = Object.values(CODECS).flatMap((codec) =>
  Object.entries(codec.formats),
);

export const formats: Readonly<Record<string, Format['accepts']>> = Object.fromEntries(
  ALL_FORMATS.map(([name, { accepts }]) => [name, accepts]),
);

/** Messages for texts that do not have a format, by its name. */
export const formatMessages: Readonly<Record<string, string>> = Object.fromEntries(
  ALL_FORMATS.map(([name, { message }]) => [name, message]),
);
