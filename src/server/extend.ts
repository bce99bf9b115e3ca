// The only server file that src/domain may import: what a domain area can add in code, by registered id.

import { joinRecords } from 'src/base/joinRecords.ts';
import type * as Contexts from 'src/server/context.ts';
import { endpointFor, type Endpoint } from 'src/server/endpoint.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { Files } from 'src/server/files/files.ts';
import type { FileReader } from 'src/server/fileReader/fileReader.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import type { Accounts, Sessions } from 'src/server/sessions/sessions.ts';
import type * as Routes from 'src/server/http/routeContext.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import type * as Tasks from 'src/server/TaskHandler.ts';
import type { TaskResults } from 'src/server/tasks/taskResults.ts';
import type { Threads } from 'src/server/threads.ts';
import type { ZoneOfSubject } from 'src/server/watch/subjectZones.ts';
import type { WorkflowNeeds } from 'src/server/workflow/WorkflowNeeds.ts';
import type { JobHandler, JobPayload } from 'src/server/store/jobRows.ts';
import type { Notices } from 'src/server/events/notices.ts';
import type { Letters } from 'src/server/letters/letterPrinter.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { Module } from 'src/server/Module.ts';
import { inServerName } from 'src/server/systemContext.ts';
import type * as Rules from 'src/server/rules/RuleNeeds.ts';

export type { StreamPart } from 'src/server/endpoint.ts';
export type { TaskResult } from 'src/server/TaskHandler.ts';
export { transitionItem } from 'src/server/rules/transitionItem.ts';
export { tableStream } from 'src/server/exchange/tableStream.ts';
export { attachmentOf } from 'src/server/files/findAttachment.ts';
export type { ThreadCode, ThreadResult } from 'src/server/threads.ts';
export type { ZipStream } from 'src/server/files/zipStream.ts';
export { storeZip } from 'src/server/tasks/storedZip.ts';
export { keptBytes } from 'src/server/tasks/keptZips.ts';
export { createInBatches, isCreationFinished, unusedRowsOf } from 'src/server/tasks/createInBatches.ts';
export { countOfTask, taskPages } from 'src/server/tasks/taskPages.ts';
export { exportWords, type ExportWords } from 'src/server/exchange/exportWords.ts';
export { chosenEntries, openReport, reportDigest, reportPages, reportRows } from 'src/server/exchange/report.ts';
export { reportChoice, type ReportChoice, type ReportRow } from 'src/server/exchange/reportChoice.ts';
export type { ComputeReportValues, ReportRun } from 'src/server/exchange/reportRun.ts';
export type { Letter, LetterAnnex } from 'src/server/letters/Letter.ts';
export type { Letters } from 'src/server/letters/letterPrinter.ts';
export type { RecordEntry, RecordField } from 'src/server/letters/recordPdf.ts';
export { exampleField } from 'src/server/letters/exampleFields.ts';
export { LETTER_CHANNEL, readFields } from 'src/server/letters/readFields.ts';
export { attachMade, madeFileOf } from 'src/server/rules/attachMade.ts';
export { uploadedTranscript } from 'src/server/transcripts/uploadedTranscript.ts';
export type { RefusedPassage, TranscriptPassage } from 'src/server/transcripts/transcript.ts';
export { beginAreaImport, importOfTask, keepOutcomes } from 'src/server/imports/areaImport.ts';
export { attachImportFile, importedFile } from 'src/server/imports/importItem.ts';
export type { ImportCounts, ImportRow } from 'src/server/store/importRows.ts';
export { uploadedFile } from 'src/server/files/uploadedFile.ts';
export { withZippedFiles, type ZippedFile } from 'src/server/files/uploadedZips.ts';
export { uploadedTables } from 'src/server/sheets/uploadedTables.ts';
export { writeTables } from 'src/server/sheets/writeTables.ts';
export { writeEaf } from 'src/server/transcripts/writeEaf.ts';
export { writeWebVtt } from 'src/server/transcripts/writeWebVtt.ts';
export { costOfScreenSearch, searchScreen } from 'src/server/search/searchScreen.ts';
export { createMeasure, sha256 } from 'src/server/sha256.ts';
export { createSemaphore, type Semaphore } from 'src/server/semaphore.ts';
export { updateItem } from 'src/server/rules/updateItem.ts';
export { copiedValues } from 'src/server/rules/copiedValues.ts';
export { createItem } from 'src/server/rules/createItem.ts';
export { boundedCache } from 'src/server/store/boundedCache.ts';
export { element, XML_HEAD, xmlOf, type XmlElement } from 'src/server/exchange/xmlText.ts';
export { httpCaller } from 'src/server/http/routeContext.ts';
export { createTokenBuckets } from 'src/server/http/tokenBuckets.ts';
export { limitName } from 'src/server/http/caller.ts';
export { USER_FILE_POLICY } from 'src/server/http/securityHeaders.ts';
export { fileName } from 'src/server/files/fileName.ts';
export {
  createSecretAddress,
  endSecretAddress,
  ownSecretAddresses,
  personAtSecret,
} from 'src/server/sessions/secretAddresses.ts';
export { noteFeedUsed as noteAddressUsed } from 'src/server/store/accounts/calendarFeedRows.ts';
export type { StoredItem } from 'src/server/store/itemStorage.ts';
export { hiddenProperties } from 'src/server/access/hiddenProperties.ts';
export { claimAt, endClaim, helpClaim, putClaim } from 'src/server/store/claimRows.ts';
export { permitsBehind, refusingPermit } from 'src/server/access/permits.ts';
export { readersAmong } from 'src/server/access/readersAmong.ts';
export { writeUnversioned } from 'src/server/rules/writeUnversioned.ts';
export { insertItem, removeItem, writeItem } from 'src/server/rules/serverWrites.ts';
export { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
export { haveOneOwner } from 'src/server/store/haveOneOwner.ts';
export { itemsNaming } from 'src/server/store/itemsNaming.ts';
export { inSavepoint } from 'src/server/store/savepoint.ts';
export { asServer, inNameOf, serverContext } from 'src/server/systemContext.ts';
export { standsStill, stopsIn } from 'src/server/workflow/itemClock.ts';
export { restartClock, stopClock } from 'src/server/workflow/lawClock.ts';
export { calendarOf, calendarOfOwner, todayOf } from 'src/server/store/calendars.ts';
export { setWorkflow } from 'src/server/workflow/planOperations.ts';
export { completeByItself } from 'src/server/workflow/setStepState.ts';
export { refuseAuthor, refuseSamePersonAt } from 'src/server/workflow/otherPerson.ts';
export { stepsAt } from 'src/server/workflow/WorkflowRun.ts';
export { postToConversation } from 'src/server/conversations/followPurposes.ts';
export type { MadeFile } from 'src/server/rules/attachMade.ts';
export { attachUploads } from 'src/server/rules/attachUploads.ts';
export { storeUploads } from 'src/server/rules/uploadsToAttachments.ts';
export type {
  ClockStep,
  ComputeClock,
  ComputeValue,
  MigratedFrom,
  MigrateValue,
} from 'src/server/store/valueFunctions.ts';

export type { MailTemplate } from 'src/server/mail/mailTemplates.ts';
export type { EffectCause } from 'src/server/rules/RuleNeeds.ts';
/** Services that the code of areas may use. */
export interface DomainNeeds extends ExchangeNeeds, WorkflowNeeds {
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly fileReader: FileReader;
  readonly files: Files;
  readonly letters: Letters;
  readonly limits: Limits;
  readonly log: (message: string, error?: unknown) => void;
  readonly mail: Mail;
  readonly notices: Notices;
  /** People may ask for help with their browser tab. */
  readonly offersHelp: boolean;
  readonly requireSecondFactor: SiteSettings['requireSecondFactor'];
  readonly sessions: Sessions;
  readonly taskResults: TaskResults;
  readonly threads: Threads;
  readonly uploads: Uploads;
  readonly zoneOf: ZoneOfSubject;
}

export type Context = Contexts.Context<DomainNeeds>;
export type WritingContext = Contexts.WritingContext<DomainNeeds>;
export type TaskAction<Input> = Tasks.TaskAction<DomainNeeds, Input>;
export type TaskHandler<Input> = Tasks.TaskHandler<DomainNeeds, Input>;
export type TaskRun<Input> = Tasks.TaskRun<DomainNeeds, Input>;
export const endpoint = endpointFor<DomainNeeds>();

export type { AreaConnection, AreaGauge, AreaSocket, AreaSocketHandler } from 'src/server/http/areaSockets.ts';
export type { LiveSession } from 'src/server/context.ts';

/** Adds the routes of an area to the server. */
export type AddAreaRoutes = Routes.AddRoutes<DomainNeeds>;
export type AreaRouteContext = Routes.RouteContext<DomainNeeds>;

export type ValidateRule = Rules.ValidateRule<DomainNeeds>;
export type BeforeSaveRule = Rules.BeforeSaveRule<DomainNeeds>;
export type RunEffect = Rules.RunEffect<DomainNeeds>;

/**
 * Background job of an area, added by `context.tx.addJob(name, payload)`; the payload contains ids only. It may run twice. Each batch is
 * its own transaction in the name of the server, which passes every check of rights, so a job checks rights itself where they matter.
 */
type RunJob = (
  payload: JobPayload,
  run: { readonly signal: AbortSignal; batch<T>(work: (context: WritingContext) => Promise<T>): Promise<T> },
) => Promise<void>;

export const serverJob =
  (run: RunJob) =>
  (services: DomainNeeds): JobHandler =>
  (payload, signal) =>
    run(payload, {
      signal,
      batch: (work) => {
        signal.throwIfAborted();
        return inServerName(services, work);
      },
    });

type AreaMembers = 'jobs' | 'mailTemplates' | 'routes' | 'schedule' | 'sockets';

type AreaFunctions = Omit<Rules.DeclaredFunctions<DomainNeeds>, 'computed' | 'clocks' | 'validators'>;

/** The module of one area: its jobs, its emails, its routes, and the functions that declarations name. */
export interface ServerArea extends Partial<AreaFunctions>, Pick<Module<DomainNeeds>, AreaMembers> {}

/** All areas of the domain. */
export interface Domain extends Rules.DeclaredFunctions<DomainNeeds> {
  readonly areas: readonly Pick<ServerArea, AreaMembers>[];
  readonly endpoints: readonly Endpoint<DomainNeeds>[];
}

/** Joins the areas to one domain. Throws when two areas use one name for functions of one kind. */
export const domainOf = (
  areas: readonly ServerArea[],
  shared: Omit<Domain, keyof AreaFunctions | 'areas'>,
): Domain => ({
  ...shared,
  areas,
  validate: joinRecords(areas.map(({ validate }) => validate)),
  beforeSave: joinRecords(areas.map(({ beforeSave }) => beforeSave)),
  afterCommit: joinRecords(areas.map(({ afterCommit }) => afterCommit)),
  migrate: joinRecords(areas.map(({ migrate }) => migrate)),
  effects: joinRecords(areas.map(({ effects }) => effects)),
  predicates: joinRecords(areas.map(({ predicates }) => predicates)),
});

/** An account that the sample made, as it is printed on the terminal. */
export interface SampleAccount {
  readonly email: string;
  /** Role that this person demonstrates, in a few English words. */
  readonly role: string;
}

export interface SampleOptions {
  readonly services: DomainNeeds;
  /** The password of every sample account. */
  readonly password: string;
  /** Reports how far it is; may be called often. */
  progress(message: string): void;
}

/**
 * Writes the sample through the services, never by SQL of its own:
 * - items: `services.items.insert(tx, type, properties, { at, by, actor: undefined })`, many per transaction, within
 *   `services.items.together`; `by` may name a user that is made later in the same load;
 * - bytes: `await services.files.put(buffer)` gives `{fileID, size}` for an Attachment's properties;
 * - accounts: `await services.accounts.create(userItemId, email, password)` after the User item is there.
 * Answers the accounts to print. Must give the same items in the same order every time.
 */
export type SampleLoader = (options: SampleOptions) => Promise<readonly SampleAccount[]>;
