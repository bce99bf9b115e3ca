// `npm run size`: no file over 500 lines and no function over 80; at most 5 % of files over 300,
// of functions over 50, and of functions with more than 3 parameters (the linter stops at 5).
// The baseline names the current exceptions; an entry that is no longer needed fails too, so the list only shrinks.
import { fileURLToPath } from 'node:url';
import { functionSizes } from 'tests/architecture/functionSizes.ts';
import { textOf, typescriptIn } from 'tests/architecture/sourceFiles.ts';

interface Measured {
  readonly name: string;
  readonly lines: number;
}

interface MeasuredFunction extends Measured {
  readonly parameters: number;
}

interface Baseline {
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

const limits = { files: { look: 300, stop: 500 }, functions: { look: 50, stop: 80 } } as const;
const parametersLook = 3;
const tail = 0.05;

const judge = (kind: keyof typeof limits, measured: readonly Measured[], excused: readonly string[]): string[] => {
  const { look, stop } = limits[kind];
  const over = measured.filter(({ lines }) => lines > stop);
  const large = measured.filter(({ lines }) => lines > look);
  const failures = over
    .filter(({ name }) => !excused.includes(name))
    .map(({ name, lines }) => `${name}: ${lines} lines, stop at ${stop}`);
  const needless = excused.filter((name) => !over.some((each) => each.name === name));
  failures.push(...needless.map((name) => `${name}: take it off the baseline, it is small enough now`));
  if (large.length > measured.length * tail) {
    failures.push(
      `${large.length} of ${measured.length} ${kind} are over ${look} lines, more than 5 %:`,
      ...large.map(({ name, lines }) => `  ${name}: ${lines}`),
    );
  }
  return failures;
};

const checkParameters = (functions: readonly MeasuredFunction[]): string[] => {
  const many = functions.filter(({ parameters }) => parameters > parametersLook);
  if (many.length <= functions.length * tail) return [];
  return [
    `${many.length} of ${functions.length} functions take more than ${parametersLook} parameters, more than 5 %:`,
    ...many.map(({ name, parameters }) => `  ${name}: ${parameters}`),
  ];
};

/** Returns one line for each violation of the size limits. */
export const checkSizes = (
  files: readonly Measured[],
  functions: readonly MeasuredFunction[],
  baseline: Baseline,
): string[] => [
  ...judge('files', files, baseline.files),
  ...judge('functions', functions, baseline.functions),
  ...checkParameters(functions),
];

export const measureRepository = (): { files: Measured[]; functions: MeasuredFunction[] } => {
  const texts = typescriptIn(['src', 'codegen', 'tests', 'stories', '.storybook']).map((path) => ({
    path,
    text: textOf(path),
  }));
  return {
    files: texts.map(({ path, text }) => ({ name: path, lines: text.trimEnd().split('\n').length })),
    functions: texts.flatMap(({ path, text }) =>
      functionSizes(path, text).map(({ name, ...size }) => ({ ...size, name: `${path} ${name}` })),
    ),
  };
};

const report = (): number => {
  const { files, functions } = measureRepository();
  const failures = checkSizes(
    files,
    functions,
    JSON.parse(textOf('tests/architecture/size-baseline.json')) as Baseline,
  );
  const share = (kind: keyof typeof limits, all: readonly Measured[]): string =>
    `${all.filter(({ lines }) => lines > limits[kind].look).length} of ${all.length} ${kind} over ${limits[kind].look} lines`;
  process.stdout.write(
    `${share('files', files)}; ${share('functions', functions)}\n${failures.map((line) => `${line}\n`).join('')}`,
  );
  return failures.length === 0 ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = report();
