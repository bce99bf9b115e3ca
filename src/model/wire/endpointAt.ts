// Types of requests by their address: what a client sends to it and gets from it.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

export type EndpointName = keyof Endpoints;

/** Endpoints with an address of their own, such as `read/{id}`. */
export type OperationName = {
  [N in EndpointName]: Endpoints[N]['address'] extends `act/${N}` ? never : N;
}[EndpointName];

/** Names the item, or the user, that an endpoint runs on. */
interface Target {
  readonly _t: string;
  readonly _i: number;
}

/** An input without members is printed as a record of `never`, which no target could be added to. */
type WithTarget<Input> = string extends keyof Input ? Target : Input & Target;

/** Body of the request to an endpoint: its input, with the target where it runs on one. */
type BodyOf<N extends EndpointName> = Endpoints[N]['on'] extends 'none'
  ? Endpoints[N]['input']
  : WithTarget<Endpoints[N]['input']>;

/** A name that is known at run time only, such as one of a declared view, has an open type. */
type ExchangeOf<N extends string> = string extends N
  ? { readonly body: Values; readonly answer: Json }
  : N extends EndpointName
    ? { readonly body: BodyOf<N>; readonly answer: Endpoints[N]['answer'] }
    : never;

/** Body and answer of the request with this `o`; `never` for an address that is not declared. */
type ExchangeAt<O extends string> = O extends `act/${string}/asyncCancel${string}`
  ? { readonly body: Values; readonly answer: Json }
  : O extends `act/${infer N}/async${string}`
    ? { readonly body: ExchangeOf<N>['body']; readonly answer: { readonly key: string } }
    : O extends `act/${infer N}`
      ? ExchangeOf<N>
      : O extends `${infer N}/${string}`
        ? ExchangeOf<N>
        : ExchangeOf<O>;

export type BodyAt<O extends string> = ExchangeAt<O>['body'];
export type AnswerAt<O extends string> = ExchangeAt<O>['answer'];
