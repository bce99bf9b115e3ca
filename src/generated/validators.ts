// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { Validator } from 'src/model/schema/Validator.ts';
import { stored as storedUser } from 'src/generated/validators/User.ts';
import { stored as storedEvent } from 'src/generated/validators/Event.ts';
import { stored as storedNotify } from 'src/generated/validators/Notify.ts';
import { stored as storedTask } from 'src/generated/validators/Task.ts';
import { stored as storedAttachment } from 'src/generated/validators/Attachment.ts';
import { stored as storedSavedSearch } from 'src/generated/validators/SavedSearch.ts';
import { stored as storedLOVValue } from 'src/generated/validators/LOVValue.ts';
import { stored as storedSystemAlert } from 'src/generated/validators/SystemAlert.ts';
import { stored as storedReadMark } from 'src/generated/validators/ReadMark.ts';
import { stored as storedArchiveEntry } from 'src/generated/validators/ArchiveEntry.ts';
import { stored as storedSource } from 'src/generated/validators/Source.ts';
import { stored as storedFile } from 'src/generated/validators/File.ts';
import { stored as storedCollection } from 'src/generated/validators/Collection.ts';
import { stored as storedConsultation } from 'src/generated/validators/Consultation.ts';
import { stored as storedConsultResponse } from 'src/generated/validators/ConsultResponse.ts';
import { stored as storedConsultResponseConcern } from 'src/generated/validators/ConsultResponseConcern.ts';
import { stored as storedConsultResponseSection } from 'src/generated/validators/ConsultResponseSection.ts';
import { stored as storedRwfAssign } from 'src/generated/validators/RwfAssign.ts';
import { stored as storedRwfSimple } from 'src/generated/validators/RwfSimple.ts';
import { stored as storedRwfSpatial } from 'src/generated/validators/RwfSpatial.ts';
import { stored as storedRwfResearch } from 'src/generated/validators/RwfResearch.ts';
import { stored as storedRwfLetterPropose } from 'src/generated/validators/RwfLetterPropose.ts';
import { stored as storedRwfLetterApprove } from 'src/generated/validators/RwfLetterApprove.ts';
import { stored as storedRwfLetterSend } from 'src/generated/validators/RwfLetterSend.ts';
import { stored as storedRwfSnapshot } from 'src/generated/validators/RwfSnapshot.ts';
import { stored as storedRwfOutcome } from 'src/generated/validators/RwfOutcome.ts';
import { stored as storedRwfThread } from 'src/generated/validators/RwfThread.ts';
import { stored as storedRwfMeeting } from 'src/generated/validators/RwfMeeting.ts';
import { stored as storedRwfFieldwork } from 'src/generated/validators/RwfFieldwork.ts';
import { stored as storedThread } from 'src/generated/validators/Thread.ts';
import { stored as storedMessage } from 'src/generated/validators/Message.ts';
import { stored as storedGeoKeeperProgram } from 'src/generated/validators/GeoKeeperProgram.ts';
import { stored as storedGeoKeeperFieldwork } from 'src/generated/validators/GeoKeeperFieldwork.ts';
import { stored as storedGeoKeeperWorkItem } from 'src/generated/validators/GeoKeeperWorkItem.ts';
import { stored as storedGkfConfirm } from 'src/generated/validators/GkfConfirm.ts';
import { stored as storedGkfWorkItems } from 'src/generated/validators/GkfWorkItems.ts';
import { stored as storedGkfReport } from 'src/generated/validators/GkfReport.ts';
import { stored as storedGkfInvoice } from 'src/generated/validators/GkfInvoice.ts';
import { stored as storedLetterTemplate } from 'src/generated/validators/LetterTemplate.ts';
import { stored as storedLetter } from 'src/generated/validators/Letter.ts';
import { stored as storedOrganization } from 'src/generated/validators/Organization.ts';
import { stored as storedContact } from 'src/generated/validators/Contact.ts';
import { stored as storedAgreement } from 'src/generated/validators/Agreement.ts';
import { stored as storedCommLog } from 'src/generated/validators/CommLog.ts';
import { stored as storedMeeting } from 'src/generated/validators/Meeting.ts';
import { stored as storedResearchTopic } from 'src/generated/validators/ResearchTopic.ts';
import { stored as storedResearchSpecies } from 'src/generated/validators/ResearchSpecies.ts';
import { stored as storedResearchProject } from 'src/generated/validators/ResearchProject.ts';
import { stored as storedCommunityMember } from 'src/generated/validators/CommunityMember.ts';
import { stored as storedSpatialFeature } from 'src/generated/validators/SpatialFeature.ts';
import { stored as storedSpatialCollection } from 'src/generated/validators/SpatialCollection.ts';
import { stored as storedFeature } from 'src/generated/validators/Feature.ts';
import { stored as storedGISCollection } from 'src/generated/validators/GISCollection.ts';
import { stored as storedDisposition } from 'src/generated/validators/Disposition.ts';
import { stored as storedDispositionFeature } from 'src/generated/validators/DispositionFeature.ts';
import { stored as storedLexeme } from 'src/generated/validators/Lexeme.ts';
import { stored as storedWorkflow } from 'src/generated/validators/Workflow.ts';
import { stored as storedWkfConfirm } from 'src/generated/validators/WkfConfirm.ts';

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
  ArchiveEntry: storedArchiveEntry,
  Source: storedSource,
  File: storedFile,
  Collection: storedCollection,
  Consultation: storedConsultation,
  ConsultResponse: storedConsultResponse,
  ConsultResponseConcern: storedConsultResponseConcern,
  ConsultResponseSection: storedConsultResponseSection,
  RwfAssign: storedRwfAssign,
  RwfSimple: storedRwfSimple,
  RwfSpatial: storedRwfSpatial,
  RwfResearch: storedRwfResearch,
  RwfLetterPropose: storedRwfLetterPropose,
  RwfLetterApprove: storedRwfLetterApprove,
  RwfLetterSend: storedRwfLetterSend,
  RwfSnapshot: storedRwfSnapshot,
  RwfOutcome: storedRwfOutcome,
  RwfThread: storedRwfThread,
  RwfMeeting: storedRwfMeeting,
  RwfFieldwork: storedRwfFieldwork,
  Thread: storedThread,
  Message: storedMessage,
  GeoKeeperProgram: storedGeoKeeperProgram,
  GeoKeeperFieldwork: storedGeoKeeperFieldwork,
  GeoKeeperWorkItem: storedGeoKeeperWorkItem,
  GkfConfirm: storedGkfConfirm,
  GkfWorkItems: storedGkfWorkItems,
  GkfReport: storedGkfReport,
  GkfInvoice: storedGkfInvoice,
  LetterTemplate: storedLetterTemplate,
  Letter: storedLetter,
  Organization: storedOrganization,
  Contact: storedContact,
  Agreement: storedAgreement,
  CommLog: storedCommLog,
  Meeting: storedMeeting,
  ResearchTopic: storedResearchTopic,
  ResearchSpecies: storedResearchSpecies,
  ResearchProject: storedResearchProject,
  CommunityMember: storedCommunityMember,
  SpatialFeature: storedSpatialFeature,
  SpatialCollection: storedSpatialCollection,
  Feature: storedFeature,
  GISCollection: storedGISCollection,
  Disposition: storedDisposition,
  DispositionFeature: storedDispositionFeature,
  Lexeme: storedLexeme,
  Workflow: storedWorkflow,
  WkfConfirm: storedWkfConfirm,
};
