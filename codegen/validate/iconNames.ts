// Validates the names of icons. An unknown name would be drawn as a document without any error.

import { didYouMean } from 'codegen/didYouMean.ts';
import { declaredIcons, iconNames } from 'codegen/declaredIcons.ts';
import { pointer } from 'codegen/json.ts';
import type { Validation } from 'codegen/validate/Validation.ts';

const known = new Set(iconNames);

export const icons: Validation = ({ sources }) =>
  declaredIcons(sources)
    .filter(({ name }) => !known.has(name))
    .map(({ name, file, at }) => ({
      file: file.path,
      pointer: pointer(file.at ?? '', ...at),
      reason: `${name} is no icon of Blueprint${didYouMean(name, iconNames)}`,
    }));
