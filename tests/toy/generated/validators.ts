// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { Validator } from 'src/model/schema/Validator.ts';
import { stored as storedUser } from 'tests/toy/generated/validators/User.ts';
import { stored as storedEvent } from 'tests/toy/generated/validators/Event.ts';
import { stored as storedNotify } from 'tests/toy/generated/validators/Notify.ts';
import { stored as storedTask } from 'tests/toy/generated/validators/Task.ts';
import { stored as storedAttachment } from 'tests/toy/generated/validators/Attachment.ts';
import { stored as storedSavedSearch } from 'tests/toy/generated/validators/SavedSearch.ts';
import { stored as storedLOVValue } from 'tests/toy/generated/validators/LOVValue.ts';
import { stored as storedSystemAlert } from 'tests/toy/generated/validators/SystemAlert.ts';
import { stored as storedReadMark } from 'tests/toy/generated/validators/ReadMark.ts';
import { stored as storedShelf } from 'tests/toy/generated/validators/Shelf.ts';
import { stored as storedBook } from 'tests/toy/generated/validators/Book.ts';
import { stored as storedLoan } from 'tests/toy/generated/validators/Loan.ts';
import { stored as storedRepair } from 'tests/toy/generated/validators/Repair.ts';
import { stored as storedRoutine } from 'tests/toy/generated/validators/Routine.ts';
import { stored as storedRprLook } from 'tests/toy/generated/validators/RprLook.ts';
import { stored as storedRprMend } from 'tests/toy/generated/validators/RprMend.ts';

/** By item type: the validator of all writable properties together. */
export const validators: Readonly<Record<string, Validator>> = {
  User: storedUser,
  Event: storedEvent,
  Notify: storedNotify,
  Task: storedTask,
  Attachment: storedAttachment,
  SavedSearch: storedSavedSearch,
  LOVValue: storedLOVValue,
  SystemAlert: storedSystemAlert,
  ReadMark: storedReadMark,
  Shelf: storedShelf,
  Book: storedBook,
  Loan: storedLoan,
  Repair: storedRepair,
  Routine: storedRoutine,
  RprLook: storedRprLook,
  RprMend: storedRprMend,
};
