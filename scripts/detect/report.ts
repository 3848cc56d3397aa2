import type { Findings } from './findings.ts'
import type { Found } from './match.ts'

/** Formats the report for people: matched and ambiguous dependencies, and the union of services. */
export function report(findings: Findings): string {
  const { matched, ambiguous, services } = findings
  return [
    section(
      'Matched dependencies',
      columns(matched.map((found) => [found.package, found.service, placeOf(found), found.why])),
    ),
    section(
      'Undecided: these may mean a service, the name alone does not tell',
      columns(ambiguous.map((found) => [found.package, found.candidates.join(' | '), placeOf(found), found.why])),
    ),
    services.length > 0 ? `Services: ${services.join(', ')}\n` : '',
  ]
    .filter((text) => text !== '')
    .join('\n')
}

/** Explains why there is no service to write a config for, and what to do about it. */
export function nothingFound({ root, manifests, ambiguous }: Findings): string {
  const count = manifests.reduce((sum, { dependencies }) => sum + dependencies.length, 0)
  const read = manifests.length === 1 ? `${root}/package.json` : `${manifests.length} package.json files in ${root}`
  const byHand = 'npx backlot list names the services, npx backlot init --service <id> prints a starter config for one.'
  if (ambiguous.length > 0) return `No dependency means one service for certain.\nTo choose by hand: ${byHand}\n`
  return `Nothing matched: none of the ${count} dependencies in ${read} has a mapping.
To choose by hand: ${byHand}
`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`
}

function placeOf({ manifest, field }: Found): string {
  return `${manifest} (${field})`
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (index: number): number => Math.max(...rows.map((row) => row[index]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(width(index)))
      .join('  ')
      .trimEnd(),
  )
}
