/** How the product does on one public test suite. */
export interface Score {
  readonly suite: string;
  readonly passed: number;
  readonly total: number;
  /** One line per case that failed: input, what was expected, what came out. */
  readonly failures: string[];
}

export interface Case<Input, Output> {
  readonly input: Input;
  readonly expected: Output;
}

/** Runs all cases of a suite; an exception is a failure like any other. */
export function score<Input, Output>(suite: string, cases: Iterable<Case<Input, Output>>, run: (input: Input) => Output): Score {
  const failures: string[] = [];
  let total = 0;
  for (const { input, expected } of cases) {
    total++;
    const actual = attempt(run, input);
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      failures.push(`${show(input)}: expected ${show(expected)}, got ${show(actual)}`);
  }
  return { suite, passed: total - failures.length, total, failures };
}

function attempt<Input, Output>(run: (input: Input) => Output, input: Input): Output | string {
  try {
    return run(input);
  } catch (error) {
    return `threw ${String(error)}`;
  }
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300);
