// `act/resendLetter`: sends a letter that was sent by email to one more address, with the same files.

import { invalidAt } from 'src/model/problems.ts';
import { trimmedText } from 'src/domain/letters/annexes.server.ts';
import { queueLetterEmails } from 'src/domain/letters/letterEmail.server.ts';
import { endpoint } from 'src/server/extend.ts';

export const resendLetter = endpoint('resendLetter', async (context, { address }) => {
  const { $id } = await context.view();
  const letter = await context.services.items.find(context.tx, $id, true);
  if (letter?.properties['state'] !== 'SENT' || letter.properties['by'] !== 'EMAIL')
    throw invalidAt('/address', 'errors.letter.notByEmail');
  await queueLetterEmails(context, letter, [{ address: trimmedText(address) }]);
  return {};
});
