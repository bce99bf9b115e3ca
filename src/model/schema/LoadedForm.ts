// The compiled form of one item type, as its generated module holds it and client/forms renders it.

export interface LoadedForm {
  /** Flattened JSON Schema: no $ref, only what a person may write; each `title` is a message id. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Mirrors the schema; `ui:options.property` is the Property, the root's `ui:options.layout` the tabs. */
  readonly uiSchema: Readonly<Record<string, unknown>>;
  /** Precompiled validators by schema hash, as createPrecompiledValidator wants them. */
  readonly validators: Readonly<Record<string, unknown>>;
}
