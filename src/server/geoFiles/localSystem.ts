// Detects local coordinate systems, such as those of an engineer, a mine or a drawing. Their origin on the globe is unknown, so coordinates
// cannot be converted.

const LOCAL = /^\s*(?:LOCAL_CS|LOCAL_DATUM|ENGCRS|ENGINEERINGCRS)\s*\[/iu;
const SYSTEM_NAME = /\[\s*"([^"]{1,120})"/u;

/** Tests the definition in well-known text. */
export const isLocalSystem = (definition: unknown): boolean => typeof definition === 'string' && LOCAL.test(definition);

export const localSystemName = (definition: string): string => SYSTEM_NAME.exec(definition)?.[1] ?? '';
