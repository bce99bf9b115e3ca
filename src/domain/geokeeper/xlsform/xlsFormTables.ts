// The sheets of an XLSForm as texts, and what a reader finds in them that a form cannot keep.

import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export interface XlsRow {
  /** Number of the row in the sheet, counted from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface XlsSheet {
  readonly name: string;
  readonly rows: readonly XlsRow[];
}

/** Something in an XLSForm that the form does not keep, keeps in another way, or that must be corrected first. */
export interface XlsDiagnostic {
  readonly sheet: string;
  readonly row?: number;
  /** Heading of the column. */
  readonly column?: string;
  /** Content of the cell, or the name of the question or the list. */
  readonly what: string;
  /** Id of a message that says why: `xlsForm.lost.*` or `xlsForm.wrong.*`. */
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

type DiagnosticPlace = Omit<XlsDiagnostic, 'message'>;

/** Longest content of a cell that a diagnostic repeats. */
const MOST_CONTENT = 200;

export class XlsDiagnostics {
  readonly losses: XlsDiagnostic[] = [];
  readonly problems: XlsDiagnostic[] = [];

  /** Adds something that the form does not keep. */
  lose(reason: string, place: DiagnosticPlace): void {
    this.losses.push({ ...place, what: place.what.slice(0, MOST_CONTENT), message: `xlsForm.lost.${reason}` });
  }

  /** Adds something that must be corrected in the file before it can be imported. */
  refuse(reason: string, place: DiagnosticPlace): void {
    this.problems.push({ ...place, what: place.what.slice(0, MOST_CONTENT), message: `xlsForm.wrong.${reason}` });
  }
}

export interface ReadXlsForm {
  readonly form: FieldForm;
  readonly losses: readonly XlsDiagnostic[];
  /** Empty for a form that can be imported. */
  readonly problems: readonly XlsDiagnostic[];
  /** Rows of the questions in the sheet `survey`, by name. */
  readonly rowOf: ReadonlyMap<string, number>;
}

export const XLS_FORM_BOUNDS = {
  /** Rows with a value in all sheets. */
  rows: 120_000,
  /** Characters of all cells. */
  signs: 16_000_000,
  /** Size of the form as JSON, in bytes. */
  formBytes: 2_000_000,
  /** Groups within groups. */
  depth: 30,
} as const;

const SMART_QUOTES: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"' };

/** Replaces the quotation marks that spreadsheet programs put in place of plain ones. */
export const withPlainQuotes = (expression: string): string =>
  expression.replaceAll(/[‘’“”]/gu, (quote) => SMART_QUOTES[quote] ?? quote);

/** Names of questions, as XML and `${name}` references permit them. */
export const XLS_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u;

/** Returns a text as a name: other characters become `_`. */
export const asXlsName = (text: string): string => {
  const name = text.trim().replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_');
  return XLS_NAME.test(name) ? name : `_${name}`;
};
