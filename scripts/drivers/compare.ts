/** A test of a suite that has failed. */
export interface Failure {
  /** The file of the test, below the folder of its suite. */
  readonly file: string
  readonly title: string
  readonly message: string
}

/** Tests of one file that are known to fail. */
interface KnownFailure {
  readonly count: number
  readonly reason: string
}

/** The known failures by the files of their tests. */
export type KnownFailures = Readonly<Record<string, readonly KnownFailure[]>>

/** The failures of one file, against the number of those that are known. */
export interface Difference {
  readonly file: string
  readonly known: number
  readonly failures: readonly Failure[]
}

/** The failures that are not known, and the files of which fewer tests fail than is known. */
export interface Comparison {
  readonly worse: readonly Difference[]
  readonly better: readonly Difference[]
}

/** Compares the failures of a run with the known ones. `files` are those whose tests have run. */
export function compareFailures(
  failures: readonly Failure[],
  known: KnownFailures,
  files: ReadonlySet<string>,
): Comparison {
  const differences = [...new Set([...files, ...failures.map(({ file }) => file)])].map((file): Difference => {
    const sum = (known[file] ?? []).reduce((total, { count }) => total + count, 0)
    return { file, known: sum, failures: failures.filter((each) => each.file === file) }
  })
  return {
    worse: differences.filter((each) => each.failures.length > each.known),
    better: differences.filter((each) => each.failures.length < each.known),
  }
}

/** The part of a report of Mocha's reporter `json` that is read. */
interface MochaReport {
  readonly stats: { readonly passes: number; readonly pending: number }
  readonly tests: readonly { readonly file?: string | null }[]
  readonly failures: readonly {
    readonly file?: string | null
    readonly fullTitle: string
    readonly err: { readonly message?: string }
  }[]
}

/** The result of a part of a suite. */
export interface SuiteResult {
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  /** The files whose tests have run. */
  readonly files: ReadonlySet<string>
}

/** Reads a report of Mocha. A test that was tried several times counts once. */
export function readReport(text: string, folder: string): SuiteResult {
  const { stats, tests, failures } = JSON.parse(text) as MochaReport // what Mocha writes
  const fileOf = ({ file }: { readonly file?: string | null }): string =>
    file?.startsWith(`${folder}/`) === true ? file.slice(folder.length + 1) : (file ?? '')
  const byTitle = new Map(
    failures.map((each) => [
      each.fullTitle,
      { file: fileOf(each), title: each.fullTitle, message: (each.err.message ?? '').split('\n')[0] ?? '' },
    ]),
  )
  return {
    passed: stats.passes,
    skipped: stats.pending,
    failures: [...byTitle.values()],
    files: new Set(tests.map(fileOf)),
  }
}
