// Names of the item types that the form editor works with.

export const EDITED_TYPE = 'GeoKeeperFormDef';
export const EDITED_VERSION = 'GeoKeeperFormVersion';
export const PROGRAM_OF_FORMS = 'GeoKeeperProgram';
