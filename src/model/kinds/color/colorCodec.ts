// Declaration, formats, limits, examples and export cells of the kind `color`.

import { plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

const HEX_FORMAT = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const colorCodec: KindCodec = {
  ...plainCodec,
  declared: {},
  form: { widget: 'color' },
  formats: { 'hex-color': { accepts: (text) => HEX_FORMAT.test(text), message: 'errors.invalidHex' } },
  example: () => '#0F60B1',
  broken: ['blue', 'errors.invalidHex'],
};
