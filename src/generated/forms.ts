// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';

/** The form of each item type, loaded when first needed. */
export const forms: Readonly<Record<string, () => Promise<LoadedForm>>> = {
  User: async () => (await import('src/generated/forms/User.ts')).form,
  Event: async () => (await import('src/generated/forms/Event.ts')).form,
  Notify: async () => (await import('src/generated/forms/Notify.ts')).form,
  Task: async () => (await import('src/generated/forms/Task.ts')).form,
  Attachment: async () => (await import('src/generated/forms/Attachment.ts')).form,
  SavedSearch: async () => (await import('src/generated/forms/SavedSearch.ts')).form,
  LOVValue: async () => (await import('src/generated/forms/LOVValue.ts')).form,
  SystemAlert: async () => (await import('src/generated/forms/SystemAlert.ts')).form,
  ReadMark: async () => (await import('src/generated/forms/ReadMark.ts')).form,
  ArchiveEntry: async () => (await import('src/generated/forms/ArchiveEntry.ts')).form,
  Source: async () => (await import('src/generated/forms/Source.ts')).form,
  File: async () => (await import('src/generated/forms/File.ts')).form,
  Collection: async () => (await import('src/generated/forms/Collection.ts')).form,
  Thread: async () => (await import('src/generated/forms/Thread.ts')).form,
  Message: async () => (await import('src/generated/forms/Message.ts')).form,
  Organization: async () => (await import('src/generated/forms/Organization.ts')).form,
  Contact: async () => (await import('src/generated/forms/Contact.ts')).form,
  Agreement: async () => (await import('src/generated/forms/Agreement.ts')).form,
  CommLog: async () => (await import('src/generated/forms/CommLog.ts')).form,
  Meeting: async () => (await import('src/generated/forms/Meeting.ts')).form,
  ResearchTopic: async () => (await import('src/generated/forms/ResearchTopic.ts')).form,
  ResearchSpecies: async () => (await import('src/generated/forms/ResearchSpecies.ts')).form,
  ResearchProject: async () => (await import('src/generated/forms/ResearchProject.ts')).form,
  CommunityMember: async () => (await import('src/generated/forms/CommunityMember.ts')).form,
  SpatialFeature: async () => (await import('src/generated/forms/SpatialFeature.ts')).form,
  SpatialCollection: async () => (await import('src/generated/forms/SpatialCollection.ts')).form,
  Feature: async () => (await import('src/generated/forms/Feature.ts')).form,
  GISCollection: async () => (await import('src/generated/forms/GISCollection.ts')).form,
  Disposition: async () => (await import('src/generated/forms/Disposition.ts')).form,
  DispositionFeature: async () => (await import('src/generated/forms/DispositionFeature.ts')).form,
  Lexeme: async () => (await import('src/generated/forms/Lexeme.ts')).form,
};
