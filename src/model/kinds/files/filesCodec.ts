import { labelCell, plainCodec, type KindCodec } from 'src/model/kinds/KindCodec.ts';

export const filesCodec: KindCodec = {
  ...plainCodec,
  cell: labelCell,
  example: () => 'Attachment-1',
  broken: ['nowhere', 'errors.invalidId'],
};
