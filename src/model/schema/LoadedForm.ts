// Compiled form of one item type: content of its generated module, rendered by client/forms.

export interface LoadedForm {
  /** Flattened JSON Schema of what a person may write, without $ref. Each `title` is a message id. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Parallel to the schema. `ui:options.property` is the Property; the root's `ui:options.layout` contains the tabs. */
  readonly uiSchema: Readonly<Record<string, unknown>>;
  /** Precompiled validators by schema hash, as createPrecompiledValidator expects them. */
  readonly validators: Readonly<Record<string, unknown>>;
}
