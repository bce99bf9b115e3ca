// Recognises a form among stored and received values.

import { isRecord } from 'src/base/isRecord.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** The server checks the rest of a form when it is published. */
export const isFieldForm = (value: unknown): value is FieldForm => isRecord(value) && Array.isArray(value['questions']);
