// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';

/** The form of each item type, loaded when first needed. */
export const forms: Readonly<Record<string, () => Promise<LoadedForm>>> = {
  User: async () => (await import('tests/toy/generated/forms/User.ts')).form,
  Event: async () => (await import('tests/toy/generated/forms/Event.ts')).form,
  Notify: async () => (await import('tests/toy/generated/forms/Notify.ts')).form,
  Task: async () => (await import('tests/toy/generated/forms/Task.ts')).form,
  Attachment: async () => (await import('tests/toy/generated/forms/Attachment.ts')).form,
  SavedSearch: async () => (await import('tests/toy/generated/forms/SavedSearch.ts')).form,
  LOVValue: async () => (await import('tests/toy/generated/forms/LOVValue.ts')).form,
  SystemAlert: async () => (await import('tests/toy/generated/forms/SystemAlert.ts')).form,
  ReadMark: async () => (await import('tests/toy/generated/forms/ReadMark.ts')).form,
  Shelf: async () => (await import('tests/toy/generated/forms/Shelf.ts')).form,
  Book: async () => (await import('tests/toy/generated/forms/Book.ts')).form,
  Loan: async () => (await import('tests/toy/generated/forms/Loan.ts')).form,
  Repair: async () => (await import('tests/toy/generated/forms/Repair.ts')).form,
  Routine: async () => (await import('tests/toy/generated/forms/Routine.ts')).form,
  RprLook: async () => (await import('tests/toy/generated/forms/RprLook.ts')).form,
  RprMend: async () => (await import('tests/toy/generated/forms/RprMend.ts')).form,
};
