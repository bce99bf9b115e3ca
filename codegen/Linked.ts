// Declarations with all references resolved: types with their properties, and the parts of the registry. link creates this, the checks
// validate it and plan turns it into values.

import type { JsonObject } from 'codegen/json.ts';
import type { SourceArea, SourceDisplay, SourceFile, SourceType } from 'codegen/Source.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type {
  ServerEndpointType,
  Area,
  BucketSet,
  Conversations,
  Panel,
  Screen,
  ValueListType,
} from 'src/model/schema/Registry.ts';
import type { ImportKind } from 'src/model/schema/ImportKind.ts';
import type { ReportType } from 'src/model/schema/ReportType.ts';
import type { StateMachine } from 'src/model/schema/StateMachine.ts';
import type { TypeServer } from 'src/model/schema/TypeServer.ts';
import type { TypeView } from 'src/model/schema/TypeView.ts';
import type { StepKind, Workflows } from 'src/model/schema/Workflows.ts';

export interface LinkedType {
  readonly name: string;
  readonly number: number;
  readonly area: string;
  readonly source: SourceType;
  /** One closed schema without $ref. It still contains the x- words. */
  readonly resolved: JsonObject;
  readonly properties: Readonly<Record<string, Property>>;
  readonly view: TypeView;
  readonly server: TypeServer;
  readonly states: StateMachine | undefined;
}

/** A declared part with its file and position, for diagnostics. */
export interface Declared<T> {
  readonly value: T;
  readonly file: SourceFile;
  readonly pointer: string;
}

/** An endpoint with an address of its own. */
export interface Operation extends ServerEndpointType {
  readonly description?: string;
  readonly repeatable?: true;
  readonly answeredBy?: 'authed' | 'newToken' | 'pong';
  readonly socketOnly?: true;
}

/** The panels are sent to the server only. */
export interface DeclaredScreen extends Screen {
  readonly panels?: readonly Panel[];
}

export interface Linked {
  readonly types: Readonly<Record<string, LinkedType>>;
  readonly areas: readonly Area[];
  readonly sources: readonly SourceArea[];
  readonly displays: readonly SourceDisplay[];
  readonly ownerType: string | undefined;
  readonly capabilities: readonly string[];
  readonly screens: readonly Declared<DeclaredScreen>[];
  readonly lists: Readonly<Record<string, Declared<ValueListType>>>;
  readonly buckets: Readonly<Record<string, Declared<BucketSet>>>;
  /** Endpoints with an address of their own. Only the engine has them. */
  readonly operations: Readonly<Record<string, Declared<Operation>>>;
  /** Endpoints that are called by `act/{name}`. */
  readonly actions: Readonly<Record<string, Declared<ServerEndpointType>>>;
  readonly reports: Readonly<Record<string, Declared<ReportType>>>;
  /** Kinds of imports by key. */
  readonly imports: Readonly<Record<string, Declared<ImportKind>>>;
  readonly conversations: Declared<Conversations> | undefined;
  /** Step kinds by name. */
  readonly steps: Readonly<Record<string, Declared<StepKind>>>;
  readonly workflows: Declared<Workflows> | undefined;
  /** Declared texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
}
