// The code of an endpoint. The types of its context, its input and its answer follow from its declaration, so neither side casts.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { EndpointName, OperationName } from 'src/model/wire/endpointAt.ts';
import type { ReadingContext, WritingContext } from 'src/server/context.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import type { TaskAction } from 'src/server/TaskHandler.ts';

/** Context of an endpoint with an address of its own. */
interface WithArguments {
  /** Segments of `o` after the name. */
  readonly args: readonly string[];
}

/** Context of an endpoint that runs on an item, or on the caller's own user. */
export interface OnTarget {
  readonly target: ItemId;
}

/** Context of an endpoint on an item that declares a right. */
export interface OnItem extends OnTarget {
  /** The item on which the caller has the declared right. A write has locked it. */
  readonly stored: StoredItem;
  /** Returns the item as the caller may see it. The audit of reads records it. */
  view(): Promise<Item>;
}

type ScopeOf<N extends EndpointName> = N extends OperationName
  ? WithArguments
  : Endpoints[N]['on'] extends 'none'
    ? unknown
    : Endpoints[N]['checked'] extends true
      ? OnItem
      : OnTarget;

/** Context of a handler: a `read` has no transaction, a `write` has one. */
type ContextOf<N extends EndpointName, Needs> = ScopeOf<N> &
  (Endpoints[N]['effect'] extends 'read' ? ReadingContext<Needs> : WritingContext<Needs>);

type InputOf<N extends EndpointName> = Endpoints[N]['input'];
type AnswerOf<N extends EndpointName> = Endpoints[N]['answer'];

type Run<N extends EndpointName, Needs> = (context: ContextOf<N, Needs>, input: InputOf<N>) => Promise<AnswerOf<N>>;

interface Bounded {
  /** Requests that a process serves at a time; the others wait, one of each person in turn. It is meant for requests that a device sends by itself. */
  readonly atOnce?: number;
}

/** Does what a write must not do in its transaction: a search, a password hash, another process. Returns the part that writes. */
interface Prepared<N extends EndpointName, Needs> extends Bounded {
  prepare(
    context: ReadingContext<Needs> & ScopeOf<N>,
    input: InputOf<N>,
  ): Promise<(context: WritingContext<Needs> & ScopeOf<N>) => Promise<AnswerOf<N>>>;
}

export interface StreamPart<Part, Rest> {
  readonly part: Part;
  /** Position of the next part; undefined after the last part. */
  readonly rest: Rest | undefined;
}

/** An answer in parts, each made when the client takes it, with the client's rights at that moment. `Rest` is kept as JSON. */
interface Stream<N extends EndpointName, Needs, Rest> {
  open(context: ReadingContext<Needs>, input: InputOf<N>): Promise<StreamPart<AnswerOf<N>, Rest>>;
  next(context: ReadingContext<Needs>, rest: Rest): Promise<StreamPart<AnswerOf<N>, Rest>>;
  /** Returns all parts as one answer. */
  join(parts: readonly AnswerOf<N>[]): AnswerOf<N>;
}

type HandlerOf<N extends EndpointName, Needs, Rest> = Endpoints[N]['mode'] extends 'stream'
  ? Stream<N, Needs, Rest>
  : Endpoints[N]['mode'] extends 'task'
    ? TaskAction<Needs, InputOf<N>>
    : Endpoints[N]['effect'] extends 'read'
      ? Run<N, Needs>
      : Run<N, Needs> | Prepared<N, Needs>;

/** Returns the tokens that a request takes from its rate in addition to those for its size. Receives any body. */
export type Cost = (body: Json | undefined) => number;

/** A handler as dispatch calls it: with the context and the checked input that its declaration promises. */
export type AnyRun<Needs> = (context: ReadingContext<Needs> | WritingContext<Needs>, input: Json) => Promise<Json>;

export interface AnyStream<Needs> {
  open(context: ReadingContext<Needs>, input: Json): Promise<StreamPart<Json, Json>>;
  next(context: ReadingContext<Needs>, rest: Json): Promise<StreamPart<Json, Json>>;
  join(parts: readonly Json[]): Json;
}

export type AnyHandler<Needs> =
  | AnyRun<Needs>
  | (Bounded & {
      prepare(context: ReadingContext<Needs>, input: Json): Promise<(context: WritingContext<Needs>) => Promise<Json>>;
    })
  | AnyStream<Needs>
  | TaskAction<Needs>;

/** `Needs` are the services that the handler uses. */
export interface Endpoint<Needs> {
  readonly name: EndpointName;
  readonly handler: AnyHandler<Needs>;
  readonly cost: Cost;
}

const oneToken: Cost = () => 1;

/** Defines an endpoint of a folder whose handlers use the services `Needs`. */
export type DefineEndpoint<Needs> = <N extends EndpointName, Rest = Json>(
  name: N,
  handler: HandlerOf<N, Needs, Rest>,
  cost?: Cost,
) => Endpoint<Needs>;

export const endpointFor =
  <Needs>(): DefineEndpoint<Needs> =>
  // Dispatch builds the context from the same declaration, and checks the input by its schema.
  (name, handler, cost = oneToken) => ({ name, handler: handler as unknown as AnyHandler<Needs>, cost });
