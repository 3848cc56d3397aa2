import { briefly } from './observed.ts'

/** One case of a sweep and its outcome. */
export interface SweepResult {
  /** The text that names the case: `payments paymentIntents/create 1 drop-after`. */
  readonly name: string
  /** The reaction of the code: `retried`, `gave up: …`, `did it twice (…)`, `went on`; or `not reached`. */
  readonly reaction: string
  /** The error that the body threw; undefined when it ended. */
  readonly error: unknown
  /** The error that the invariant threw; undefined when it held. */
  readonly broken: unknown
}

/** The cases of a sweep. As text it is a table of what the code did. */
export interface SweepReport {
  readonly results: readonly SweepResult[]
  toString(): string
}

/** Thrown when the invariant did not hold in every case. */
export class SweepError extends Error {
  override name = 'SweepError'
  readonly report: SweepReport

  /** `again` writes the line that replays a case. */
  constructor(report: SweepReport, again: (name: string) => string) {
    const broken = report.results.filter((each) => each.broken !== undefined)
    const lines = broken.map(
      (each) => `  ${each.name}: ${briefly(each.broken)}\n    ${each.reaction}\n    again: ${again(each.name)}`,
    )
    const of = report.results.length
    super(
      `sweep: the invariant did not hold in ${broken.length} of ${of} ${of === 1 ? 'case' : 'cases'}:\n\n` +
        `${lines.join('\n')}\n\n${String(report)}`,
      { cause: broken[0]?.broken },
    )
    this.report = report
  }
}

/** Returns the report of results, whose text is a table. */
export function reportOf(results: readonly SweepResult[]): SweepReport {
  const width = Math.max(4, ...results.map(({ name }) => name.length))
  return {
    results,
    toString: () =>
      [`   ${'case'.padEnd(width)}  what the code did`]
        .concat(
          results.map(
            (each) => `${each.broken === undefined ? '   ' : ' ✗ '}${each.name.padEnd(width)}  ${each.reaction}`,
          ),
        )
        .join('\n'),
  }
}
