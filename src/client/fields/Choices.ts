// A closed set of values to choose from, with their words.

interface ChoiceNote {
  readonly help?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export type Choices = readonly (readonly [key: string, text: string, note?: ChoiceNote])[];
