// Languages that are offered by name; any other is given by its tag. Their names are messages, `languages.{tag}`: browsers know few of them.

export const LANGUAGES = ['en', 'fr', 'cr', 'iu', 'oj', 'moh', 'hur', 'str', 'nuk', 'crx', 'dgr'] as const;

export const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
