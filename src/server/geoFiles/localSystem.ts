// Local coordinate systems: of an engineer, a mine or a drawing, counted from a stake in the ground. Nothing says where on the globe that
// stake is, so that coordinates in such a system cannot be converted.

const LOCAL = /^\s*(?:LOCAL_CS|LOCAL_DATUM|ENGCRS|ENGINEERINGCRS)\s*\[/iu;
const NAME = /\[\s*"([^"]{1,120})"/u;

/** By its definition, which is well-known text. */
export const isLocalSystem = (definition: unknown): boolean => typeof definition === 'string' && LOCAL.test(definition);

export const localSystemName = (definition: string): string => NAME.exec(definition)?.[1] ?? '';
