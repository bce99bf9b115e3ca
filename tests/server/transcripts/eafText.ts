// Makes documents of ELAN for tests.

export interface TestTier {
  readonly name: string;
  readonly attributes?: string;
  /** Begin and end in milliseconds, `undefined` for a slot without a time; or the number of the annotation that it belongs to, from 1. */
  readonly annotations: readonly (readonly [
    from: number | string | undefined,
    to: number | string | undefined,
    text: string,
  ])[];
  /** The tier depends on this one and refers to its annotations. */
  readonly of?: string;
}

const slotOf = (id: string, time: number | string | undefined): string =>
  `<TIME_SLOT TIME_SLOT_ID="${id}"${time === undefined ? '' : ` TIME_VALUE="${time}"`}/>`;

/** The annotations of a tier that depends on another one name theirs in their first value. */
export const eafText = (tiers: readonly TestTier[], media = 'kettle-lake.wav'): string => {
  const slots: string[] = [];
  const written = tiers.map(({ name, attributes = '', annotations, of }, tier) => {
    const body = annotations.map(([from, to, text], at) => {
      const id = `a${tier}-${at + 1}`;
      const value = `<ANNOTATION_VALUE>${text}</ANNOTATION_VALUE>`;
      if (of !== undefined) {
        const parent = `a${tiers.findIndex((each) => each.name === of)}-${from}`;
        return `<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="${id}" ANNOTATION_REF="${parent}">${value}</REF_ANNOTATION></ANNOTATION>`;
      }
      slots.push(slotOf(`ts${id}f`, from), slotOf(`ts${id}t`, to));
      return `<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="${id}" TIME_SLOT_REF1="ts${id}f" TIME_SLOT_REF2="ts${id}t">${value}</ALIGNABLE_ANNOTATION></ANNOTATION>`;
    });
    const parent = of === undefined ? '' : ` PARENT_REF="${of}"`;
    return `<TIER TIER_ID="${name}" LINGUISTIC_TYPE_REF="words"${parent} ${attributes}>${body.join('')}</TIER>`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT FORMAT="3.0">\n' +
    `<HEADER TIME_UNITS="milliseconds"><MEDIA_DESCRIPTOR MEDIA_URL="file:///C:/interviews/${media}" MIME_TYPE="audio/x-wav"/></HEADER>\n` +
    `<TIME_ORDER>\n${slots.join('\n')}\n</TIME_ORDER>\n${written.join('\n')}\n` +
    '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="words"/>\n</ANNOTATION_DOCUMENT>\n'
  );
};
