/** The refusal of a change by a rule, in the vendor's sentence, with the commits or files that it is about. */
export interface Violation {
  readonly message: string
  /** SHAs of commits, or paths of files; none for a rule about the change as a whole. */
  readonly found: readonly string[]
  /** True for a rule about files, which the vendor shows as part of its push protection. */
  readonly isAboutFiles: boolean
}

/** Returns a violation by a change as a whole, or by some of its commits. */
export function violation(message: string, commits: readonly string[] = []): Violation {
  return { message, found: commits, isAboutFiles: false }
}

const VIOLATIONS = 'Repository rule violations found\n\n'

/** Returns the vendor's message about violations of rulesets. */
export function violationsMessage(violations: readonly Violation[]): string {
  const messages = new Set(violations.map(({ message }) => message))
  return `${VIOLATIONS}${[...messages].join('\n')}\n\n`
}

/** Returns whether an obstacle is a violation of rulesets, whose message stands alone. */
export function isRuleViolation(obstacle: string): boolean {
  return obstacle.startsWith(VIOLATIONS)
}

/** Returns violations without those whose sentence another one has. */
export function distinct(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ message }, at) => violations.findIndex((each) => each.message === message) === at)
}

/** Returns the lines by which git tells violations to the one who pushes. */
export function violationLines(violations: readonly Violation[]): string[] {
  const files = violations.filter(({ isAboutFiles }) => isAboutFiles)
  return [
    ...violations.filter(({ isAboutFiles }) => !isAboutFiles).flatMap((each) => blockOf(each, '')),
    ...(files.length === 0
      ? []
      : [
          '- GITHUB PUSH PROTECTION',
          `  ${'—'.repeat(41)}`,
          '    Resolve the following violations before pushing again',
          '',
          ...files.flatMap((each) => blockOf(each, '    ')),
        ]),
  ]
}

function blockOf({ message, found }: Violation, indent: string): string[] {
  const count = `  Found ${found.length} ${found.length === 1 ? 'violation' : 'violations'}:`
  const lines = found.length === 0 ? [] : [count, '', ...found.map((each) => `  ${each}`)]
  return [...[`- ${message}`, ...lines].map((line) => (line === '' ? '' : indent + line)), '']
}
