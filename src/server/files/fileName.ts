// Name of an uploaded file as it is stored and shown: the sender's name without folders and invisible characters. Letters of every script
// are kept.

const MAX_FILE_NAME_LENGTH = 255;
export const FILE_ENDING = /\.[^.\s]{1,16}$/u;

/** `fileName('C:\\camp\\spring.jpg')` is `spring.jpg`; a name with nothing in it is `file`. */
export const fileName = (given: string): string => {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Control and format signs (a text direction turned round makes one ending look like another), but the joiners that scripts need.
  const cleaned = last
    .replaceAll(/[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const signs = [...cleaned];
  if (signs.length <= MAX_FILE_NAME_LENGTH) return cleaned === '' ? 'file' : cleaned;
  const ending = [...(FILE_ENDING.exec(cleaned)?.[0] ?? '')];
  return [...signs.slice(0, MAX_FILE_NAME_LENGTH - ending.length), ...ending].join('');
};
