// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Level, TranslatedText, Geometry, Address, User, Event, Notify, Task, Attachment, SavedSearch, LOVValue, SystemAlert, ReadMark } from 'src/model/generated/systemTypes.ts';

export interface ItemTypes {
  ArchiveEntry: ArchiveEntry;
  Source: Source;
  File: File;
  Collection: Collection;
  Consultation: Consultation;
  ConsultResponse: ConsultResponse;
  ConsultResponseConcern: ConsultResponseConcern;
  ConsultResponseSection: ConsultResponseSection;
  RwfAssign: RwfAssign;
  RwfSimple: RwfSimple;
  RwfSpatial: RwfSpatial;
  RwfResearch: RwfResearch;
  RwfLetterPropose: RwfLetterPropose;
  RwfLetterApprove: RwfLetterApprove;
  RwfLetterSend: RwfLetterSend;
  RwfSnapshot: RwfSnapshot;
  RwfOutcome: RwfOutcome;
  RwfThread: RwfThread;
  RwfMeeting: RwfMeeting;
  RwfFieldwork: RwfFieldwork;
  Thread: Thread;
  Message: Message;
  GeoKeeperProgram: GeoKeeperProgram;
  GeoKeeperFieldwork: GeoKeeperFieldwork;
  GeoKeeperWorkItem: GeoKeeperWorkItem;
  GkfConfirm: GkfConfirm;
  GkfWorkItems: GkfWorkItems;
  GkfReport: GkfReport;
  GkfInvoice: GkfInvoice;
  LetterTemplate: LetterTemplate;
  Letter: Letter;
  Organization: Organization;
  Contact: Contact;
  Agreement: Agreement;
  CommLog: CommLog;
  Meeting: Meeting;
  ResearchTopic: ResearchTopic;
  ResearchSpecies: ResearchSpecies;
  ResearchProject: ResearchProject;
  CommunityMember: CommunityMember;
  SpatialFeature: SpatialFeature;
  SpatialCollection: SpatialCollection;
  Feature: Feature;
  GISCollection: GISCollection;
  Disposition: Disposition;
  DispositionFeature: DispositionFeature;
  Lexeme: Lexeme;
  Workflow: Workflow;
  WkfConfirm: WkfConfirm;
  User: User;
  Event: Event;
  Notify: Notify;
  Task: Task;
  Attachment: Attachment;
  SavedSearch: SavedSearch;
  LOVValue: LOVValue;
  SystemAlert: SystemAlert;
  ReadMark: ReadMark;
}
export interface ArchiveEntry {
  $access?: Level;
  owner: ItemId;
  title: string;
  secondaryTitle?: string;
  type?: string;
  category?: string[];
  description?: string;
  date?: string;
  yearPublished?: number;
  language?: string[];
  creator?: string;
  contributor?: string[];
  publisher?: string;
  locationPublished?: string;
  bibliographicReference?: string;
  callNumber?: string;
  fileNumber?: string;
  standardNumber?: string;
  reelNumber?: string;
  recordGroupNumber?: string;
  section?: string;
  pages?: string;
  volumeName?: string;
  volumeNumber?: string;
  keywords?: string[];
  relatedPlaceName?: string;
  webLinks?: string[];
  needsAttention?: boolean;
  needsAttentionComment?: string;
  notes?: string;
  sourceOrg?: ItemId;
  source?: ItemId;
  collections?: ItemId[];
  topics?: ItemId[];
  communityMembers?: ItemId[];
  spatialFeatures?: ItemId[];
  featureCount?: number;
  rel?: ItemId[];
  attachments?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Source {
  $access?: Level;
  owner: ItemId;
  title: string;
  description?: string;
  contact?: ItemId;
  rel?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface File {
  name: string;
  repo?: string;
  rel?: ItemId;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Collection {
  $access?: Level;
  owner: ItemId;
  title: string;
  subtitle?: string;
  label?: TranslatedText;
  collectionType?: 'ARCHIVE' | 'EXHIBIT' | 'PERSONAL' | 'RESEARCH';
  description?: string;
  collections?: ItemId[];
  featureImage?: ItemId[];
  membershipQuery?: {
    screen: string;
    searchString?: string;
    selectedFacets?: {
      key: string;
      values: string[];
    }[];
  };
  constrainTypes?: (
    'ArchiveEntry' | 'Source' | 'Lexeme' | 'SpatialFeature' | 'ResearchProject' | 'ResearchSpecies' | 'ResearchTopic'
  )[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Consultation {
  _uuid?: string;
  state?:
    'DRAFT' | 'REVIEW' | 'INCOMPLETE' | 'SUBMITTED' | 'PENDING' | 'CONSULTING' | 'RESPONDED' | 'CLOSED' | 'WITHDRAWN';
  projectName: string;
  region?: string;
  stream?: string;
  projectType?: string;
  identifiers?: string[];
  primaryOrg: ItemId;
  primaryRole?: 'PROPONENT' | 'REGULATOR' | 'INFORMED';
  primaryContacts?: ItemId[];
  supOrgs?: {
    org: ItemId;
    role: 'PROPONENT' | 'REGULATOR' | 'INFORMED';
  }[];
  supContacts?: ItemId[];
  requestedResponseDate?: string;
  submitted?: string;
  distributed?: string;
  completed?: string;
  projectDescription?: string;
  projectStartDt?: string;
  projectEndDt?: string;
  locationDescription?: string;
  accessRequirements?: string;
  projectArea?: Geometry;
  areaOfNewCut?: number;
  documents?: ItemId[];
  capacityOffered?: string;
  asked?: {
    community: ItemId;
    suggested?: boolean;
    selected?: boolean;
  }[];
  communities?: ItemId[];
  outstanding?: ItemId[];
  progress?: {
    community: ItemId;
    state: 'DRAFT' | 'NOT_SELECTED' | 'PENDING' | 'RESPONDED' | 'OFFLINE' | 'NO_RESPONSE' | 'WITHDRAWN';
    changed?: string;
    answered?: string;
    way?: string;
  }[];
  internalNotes?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ConsultResponse {
  consultation: ItemId;
  community: ItemId;
  state?: 'DRAFT' | 'NOT_SELECTED' | 'PENDING' | 'RESPONDED' | 'OFFLINE' | 'NO_RESPONSE';
  ended?: 'WITHDRAWN';
  withdrawal?: string;
  priority?: string;
  outcome?: string;
  depth?: 'NOTIFICATION' | 'LIMITED' | 'STANDARD' | 'DEEP';
  internalContacts?: ItemId[];
  anticipatedResponse?: string;
  selected?: boolean;
  projectName?: string;
  region?: string;
  stream?: string;
  projectType?: string;
  identifiers?: string[];
  primaryOrg?: ItemId;
  projectArea?: Geometry;
  requestedResponseDate?: string;
  submitted?: string;
  distributed?: string;
  notified?: string;
  notifiedContact?: ItemId;
  responded?: string;
  answeredWith?: ItemId;
  summary?: string;
  offline?: string;
  offlineDay?: string;
  offlineWay?: string;
  offlineFiles?: ItemId[];
  rationale?: string;
  internalNotes?: string;
  relevant?: ItemId[];
  expenses?: {
    label: string;
    date?: string;
    amount: number;
    paid?: boolean;
  }[];
  files?: ItemId[];
  concerns?: number;
  _wf?: {
    state?: string;
    workflow?: ItemId;
    version?: number;
    $assigned?: ItemId[];
    $assignedDue?: string;
    done?: number;
    steps?: number;
    forced?: boolean;
  };
  _clock?: {
    stops?: {
      from: string;
      until?: string;
      reason: string;
      by: ItemId;
    }[];
    due?: string;
  };
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ConsultResponseConcern {
  response: ItemId;
  subject: string;
  description?: string;
  severity?: 'LOW' | 'MODERATE' | 'HIGH' | 'SEVERE';
  included?: boolean;
  rights?: string[];
  status?: 'OPEN' | 'AGREED' | 'FULFILLED' | 'NOT_FULFILLED' | 'RESOLVED' | 'UNRESOLVABLE';
  commitmentAsked?: string;
  commitmentMade?: string;
  madeBy?: ItemId;
  madeOn?: string;
  projectChanges?: string;
  fulfilBy?: string;
  fulfilled?: string;
  rationale?: string;
  evidence?: ItemId[];
  evidenceFiles?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ConsultResponseSection {
  response: ItemId;
  kind?:
    'INTRODUCTION' | 'PROJECT' | 'RIGHTS' | 'CONCERNS' | 'INFORMATION' | 'TIMING' | 'CAPACITY' | 'POSITION' | 'CLOSING';
  title: string;
  body?: string;
  order?: number;
  included?: boolean;
  concerns?: ItemId[];
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfAssign {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_ASSIGN';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  reviewers?: ItemId[];
  instructions?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfSimple {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_SIMPLE';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  instructions?: string;
  result?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfSpatial {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_SPATIAL';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  distance?: number;
  overlaps?: {
    kind: string;
    inside?: number;
    near?: number;
    distance?: number;
  }[];
  places?: ItemId[];
  statement?: string;
  share?: boolean;
  findings?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfResearch {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_RESEARCH';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  relevant?: {
    record: ItemId;
    note?: string;
  }[];
  keepers?: ItemId[];
  findings?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfLetterPropose {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_LETTER_PROPOSE';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  letter?: ItemId;
  instructions?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfLetterApprove {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_LETTER_APPROVE';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  letter?: ItemId;
  approved?: boolean;
  remarks?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfLetterSend {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_LETTER_SEND';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  letter?: ItemId;
  by?: 'THREAD' | 'EMAIL' | 'POST' | 'BY_HAND' | 'PORTAL';
  sentOn?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfSnapshot {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_SNAPSHOT';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  sentLetters?: {
    subject?: string;
    body?: string;
    sent?: string;
  }[];
  sentSections?: {
    title?: string;
    text?: string;
    files?: string[];
  }[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfOutcome {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_OUTCOME';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  rationale?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfThread {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_THREAD';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  thread?: ItemId;
  question?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfMeeting {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_MEETING';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  meeting?: ItemId;
  aim?: string;
  minutes?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RwfFieldwork {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RWF_FIELDWORK';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  fieldwork?: ItemId;
  purpose?: string;
  findings?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Thread {
  subject: string;
  context: ItemId;
  contextType?: string;
  owner?: ItemId;
  openedBy?: ItemId;
  purpose?:
    | 'CONSULT_INCOMPLETE'
    | 'CONSULT_RESPONSE'
    | 'CONSULT_QUESTION'
    | 'CONSULT_ACK'
    | 'RESPONSE_CONTRACT'
    | 'CONFIRM_FIELDWORK'
    | 'FIELDWORK_REPORT'
    | 'FIELDWORK_INVOICE';
  participants?: ItemId[];
  parties?: ItemId[];
  actionType?: string;
  assignedTo?: ItemId;
  assignedDue?: string;
  resolved?: boolean;
  quote?: {
    path: string;
    exact: string;
  };
  messageCount?: number;
  lastMessage?: string;
  lastAuthor?: ItemId;
  $syncState?: 'LOCAL' | 'SYNCED' | 'PENDING' | 'MISSING' | 'ERROR';
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Message {
  thread: ItemId;
  author?: ItemId;
  body?: string;
  attachments?: ItemId[];
  mentions?: ItemId[];
  edited?: string;
  editableUntil?: string;
  struckAt?: string;
  struckBy?: ItemId;
  drupalTarget?: string;
  drupalCID?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GeoKeeperProgram {
  $access?: Level;
  label: string;
  description?: string;
  access?: 'ASSIGNED' | 'IN_ORG' | 'USERS';
  owner: ItemId;
  assigned?: ItemId[];
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  start?: string;
  end?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GeoKeeperFieldwork {
  label: string;
  state?: 'DRAFT' | 'ACTIVE' | 'COMPLETE' | 'CANCELLED';
  ownedBy: ItemId;
  externalParty?: ItemId;
  externalNotify?: ItemId[];
  createdFrom?: ItemId;
  response?: ItemId;
  program?: ItemId;
  purpose?: string;
  start?: string;
  end?: string;
  fieldArea?: Geometry;
  access?: string;
  safety?: string;
  crew?: ItemId[];
  files?: ItemId[];
  notes?: string;
  workItems?: number;
  _wf?: {
    state?: string;
    workflow?: ItemId;
    version?: number;
    $assigned?: ItemId[];
    $assignedDue?: string;
    done?: number;
    steps?: number;
    forced?: boolean;
  };
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GeoKeeperWorkItem {
  label: string;
  state?: 'DRAFT' | 'ACTIVE' | 'COMPLETE' | 'ARCHIVED';
  lockToTrip?: boolean;
  program: ItemId;
  fieldwork?: ItemId;
  description?: string;
  place?: Geometry;
  crew?: ItemId[];
  due?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GkfConfirm {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'GKF_CONFIRM';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  thread?: ItemId;
  from?: string;
  until?: string;
  confirmedBy?: ItemId;
  conditions?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GkfWorkItems {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'GKF_WORK_ITEMS';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  items?: ItemId[];
  instructions?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GkfReport {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'GKF_REPORT';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  thread?: ItemId;
  report?: string;
  files?: ItemId[];
  share?: boolean;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GkfInvoice {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'GKF_INVOICE';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  thread?: ItemId;
  number?: string;
  lines?: {
    label: string;
    quantity?: number;
    price: number;
  }[];
  amount?: number;
  issued?: string;
  paid?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface LetterTemplate {
  label: string;
  owner: ItemId;
  kind?: string;
  language?: string;
  description?: string;
  subject: string;
  body: string;
  signature?: string;
  annexes?: ('SECTIONS' | 'CONCERNS')[];
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Letter {
  context: ItemId;
  owner?: ItemId;
  template?: ItemId;
  kind?: string;
  to?: ItemId;
  toContacts?: ItemId[];
  attention?: string;
  date?: string;
  fileNumber?: string;
  language?: string;
  subject: string;
  salutation?: string;
  body: string;
  signature?: string;
  signatureImage?: ItemId[];
  copies?: string;
  state?: 'PROPOSED' | 'APPROVED' | 'SENDING' | 'SENT' | 'STOPPED';
  approvedBy?: ItemId;
  sentBy?: ItemId;
  sent?: string;
  files?: ItemId[];
  attachments?: ItemId[];
  annexes?: ('SECTIONS' | 'CONCERNS')[];
  annexed?: {
    title: string;
    text?: string;
    files?: string[];
  }[];
  annexFiles?: ItemId[];
  by?: 'THREAD' | 'EMAIL' | 'POST' | 'BY_HAND' | 'PORTAL';
  sentOn?: string;
  proof?: ItemId[];
  deliveries?: {
    address: string;
    name?: string;
    state: 'WAITING' | 'TAKEN' | 'REFUSED' | 'FAILED';
    reason?: string;
    at?: string;
  }[];
  thread?: ItemId;
  sentAs?: {
    name: string;
    size: number;
    sha256: string;
  }[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Organization {
  displayName: string;
  legalName?: string;
  type:
    | 'COMMUNITY'
    | 'GOVERNMENT'
    | 'INDUSTRY'
    | 'CONSULTANT'
    | 'EDUCATION'
    | 'NOT_FOR_PROFIT'
    | 'INDIVIDUAL'
    | 'MUSEUM'
    | 'OTHER';
  website?: string;
  phone?: string;
  email?: string;
  address?: Address;
  industry?: string;
  logo?: ItemId[];
  place?: Geometry;
  territory?: Geometry;
  calendar?: {
    timeZone?: string;
    weekdays?: number[];
    closures?: {
      from: string;
      to?: string;
      label?: string;
    }[];
  };
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Contact {
  firstName: string;
  middleName?: string;
  lastName: string;
  email?: string;
  mobilePhone?: string;
  officePhone?: string;
  otherPhone?: string;
  _related: ItemId;
  $assigned?: ItemId[];
  askedCommunities?: ItemId[];
  addresses?: {
    kind: 'HOME' | 'MAILING';
    address?: Address;
  }[];
  $account?: 'NONE' | 'BLOCKED' | 'INVITED' | 'NEVER' | 'ACTIVE';
  $active?: string;
  $userState?: 'NONE' | 'BLOCKED' | 'INVITED' | 'WEEK' | 'DAYS_30' | 'DAYS_60' | 'DAYS_90' | 'NORECENT' | 'NEVER';
  invitePending?: boolean;
  blocked?: boolean;
  notes?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Agreement {
  title: string;
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVE' | 'COMPLETE';
  owner: ItemId;
  with?: ItemId[];
  description?: string;
  from?: string;
  to?: string;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface CommLog {
  subject: string;
  date: string;
  type?: string;
  direction?: string;
  owner: ItemId;
  context?: ItemId;
  contacts?: ItemId[];
  body?: string;
  attachments?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Meeting {
  summary: string;
  date: string;
  start?: string;
  end?: string;
  place?: string;
  invitationTitle?: string;
  meetingTypes?: string[];
  owner: ItemId;
  context?: ItemId;
  $access?: Level;
  otherOrgs?: ItemId[];
  otherContacts?: ItemId[];
  members?: ItemId[];
  minutes?: string;
  state?: 'PENDING' | 'ONGOING' | 'PAST' | 'CANCELLED';
  cancelled?: boolean;
  invitation?: {
    uid: string;
    sequence: number;
    sentAt?: string;
    sentBy?: ItemId;
    day?: string;
    start?: string;
    end?: string;
    place?: string;
    title?: string;
  };
  invited?: {
    person: ItemId;
    user?: ItemId;
    state: 'WAITING' | 'TAKEN' | 'REFUSED' | 'FAILED' | 'NO_ADDRESS';
    reason?: string;
    at?: string;
    sending: number;
    answer?: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE';
    answered?: string;
    removed?: boolean;
  }[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ResearchTopic {
  title: string;
  description?: string;
  indigenousNames?: {
    language?: string;
    name?: string;
    phonetic?: string;
    literal?: string;
  }[];
  broader?: ItemId;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ResearchSpecies {
  commonName: string;
  type?: 'AMPHIBIAN' | 'BIRD' | 'FISH' | 'FUNGUS' | 'INSECT' | 'MAMMAL' | 'PLANT' | 'REPTILE' | 'SHELLFISH';
  family?: string;
  scientificName?: string;
  otherNames?: string[];
  habitat?: string;
  conservationStatus?: 'none' | 'SX' | 'SH' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'NR';
  references?: string;
  uses?: ('CEREMONY' | 'FOOD' | 'MEDICINE' | 'TECHNOLOGY')[];
  partsUsed?: string[];
  useWarning?: string;
  useDescription?: string;
  topics?: ItemId[];
  indigenousNames?: {
    language?: string;
    name?: string;
    phonetic?: string;
    literal?: string;
  }[];
  publicNotes?: string;
  privateNotes?: string;
  images?: ItemId[];
  color?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ResearchProject {
  title: string;
  description?: string;
  type?: string;
  start?: string;
  end?: string;
  footprint?: Geometry;
  studyArea?: Geometry;
  studyAreaDescription?: string;
  id?: string;
  links?: string[];
  topics?: ItemId[];
  contacts?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface CommunityMember {
  firstName: string;
  middleName?: string;
  lastName: string;
  fullName?: string;
  lastNameAtBirth?: string;
  nickName?: string;
  indigenousName?: string;
  nameNotes?: string;
  identifiers?: string[];
  status?: string;
  birthDate?: string;
  birthPlace?: string;
  deceased?: boolean;
  deathDate?: string;
  deathPlace?: string;
  genderIdentity?: string;
  parents?: ItemId[];
  numChildren?: number;
  familyNotes?: string;
  communityMembership?: string;
  culturalActivities?: string[];
  registrationNumber?: string;
  residenceOnReserve?: 'N_A' | 'OFF_RESERVE' | 'ON_RESERVE' | 'OTHER';
  communitiesOfResidence?: ItemId[];
  langPrimary?: string[];
  langPrimaryOther?: string;
  langHome?: string[];
  langHomeOther?: string;
  langOccasionalHome?: string[];
  langOccasionalHomeOther?: string;
  langFirst?: string[];
  langFirstOther?: string;
  homeAddress?: Address;
  mailingDifferent?: boolean;
  mailingAddress?: Address;
  contact?: ItemId;
  email?: string;
  maritalStatus?: 'NONE' | 'MARRIED' | 'COMMON' | 'DIVORCED' | 'SEPARATED' | 'WIDOWED';
  followUpNotes?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface SpatialFeature {
  access?: Level;
  label: string;
  names?: string[];
  spatialType?: string;
  description?: string;
  geometry?: Geometry;
  contact?: ItemId;
  secondaryContacts?: ItemId[];
  owner: ItemId;
  importedVia?: string;
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  collection?: ItemId;
  partOf?: ItemId;
  files?: ItemId[];
  area?: number;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface SpatialCollection {
  label: string;
  files?: ItemId[];
  spatialType?: string;
  description?: string;
  owner: ItemId;
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Feature {
  access?: Level;
  name: string;
  geometry?: Geometry;
  bbox?: number[];
  proxy?: ItemId;
  rel?: ItemId[];
  properties?: {
    name: string;
    value?: string;
  }[];
  collection?: ItemId;
  owner: ItemId;
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface GISCollection {
  access?: Level;
  name: string;
  source?: string;
  kind?: string;
  containedAs?: string;
  featureCount?: number;
  owner: ItemId;
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Disposition {
  access?: Level;
  label?: string;
  title: string;
  dispositionType?: string;
  issued?: string;
  description?: string;
  owner: ItemId;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface DispositionFeature {
  access?: Level;
  label: string;
  dispositionType?: string;
  disposition?: ItemId;
  geometry?: Geometry;
  owner: ItemId;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Lexeme {
  label: string;
  language?: string;
  translation?: TranslatedText;
  phonetic?: string;
  alternateSpelling?: string[];
  partOfSpeech?: 'NOUN' | 'VERB' | 'ADJECTIVE' | 'ADVERB' | 'PARTICLE' | 'PHRASE' | 'OTHER';
  categories?: string[];
  relatedEntries?: ItemId[];
  example?: string;
  exampleTranslation?: TranslatedText;
  notes?: string;
  acknowledgement?: string;
  media?: ItemId[];
  speakers?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Workflow {
  label: string;
  description?: string;
  owner: ItemId;
  of: 'ConsultResponse' | 'GeoKeeperFieldwork';
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  version?: number;
  steps?: {
    key: string;
    kind: string;
    label: string;
    group: number;
    after?: string[];
    when?: {
      [k: string]: unknown;
    };
    next?: {
      [k: string]: string[];
    };
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  }[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface WkfConfirm {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'WKF_CONFIRM';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  question?: string;
  confirmed?: boolean;
  files?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
