import { relative } from 'node:path'
import { credentialsIn } from '#core/credentials.ts'
import type { Emulator } from '../emulator.ts'
import type { Started } from './started.ts'
import type { Surroundings } from './surroundings.ts'

/**
 * Returns the text to print once everything listens, for a terminal or for a script. `note` is about the seed, and may
 * be empty; it goes to standard error, where a script's reader of the text does not meet it, and a log shows it.
 */
export function summary(
  { emulators, titles, seedFile, tokens }: Started,
  { cwd, isTerminal, version }: Surroundings,
): { text: string; note: string } {
  const note = seedFile === null ? `${starterNote(tokens)}\n` : ''
  const keys = keysOf(emulators)
  if (!isTerminal) {
    const text = emulators.map(({ service, url }) => `${service} ${url}\n`).join('')
    return { text, note: note + keys.map((row) => `${row}\n`).join('') }
  }
  const rows = emulators.map(({ service, url }, index) => [service, url, titles[index] ?? ''])
  const variables = emulators.flatMap(({ env }) => Object.entries(env))
  const text = [
    `backlot ${version}`,
    '',
    ...aligned(rows).map((row) => `  ${row}`),
    '',
    `  seed: ${seedFile === null ? starterNote(tokens) : shortest(seedFile, cwd)}`,
    ...(keys.length === 0 ? [] : ['', ...keys.map((row) => `  ${row}`)]),
    '',
    ...variables.map(([name, value]) => `  export ${name}=${quoted(value)}`),
    '',
    'Ctrl-C ends it.',
    '',
  ]
  return { text: text.join('\n'), note }
}

/** Returns the lines that name the keys and tokens of each service; none where no service has one. */
function keysOf(emulators: readonly Emulator[]): readonly string[] {
  const rows = emulators.flatMap(({ service, env }): string[][] => {
    const known = credentialsIn(env)
    return known.length === 0 ? [] : [[service, known.join(' ')]]
  })
  return rows.length === 0 ? [] : ['keys and tokens of the seed:', ...aligned(rows).map((row) => `  ${row}`)]
}

function starterNote(tokens: readonly string[]): string {
  const token = tokens.length === 0 ? '' : `; token: ${tokens.join(', ')}`
  return `each service's starter, as there is no backlot.config.yaml (write one: backlot setup)${token}`
}

function shortest(file: string, cwd: string): string {
  const below = relative(cwd, file)
  return below.startsWith('..') ? file : below
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Quotes a value so that a shell reads the same value. */
export function quoted(value: string): string {
  return /^[\w:/.,@%+=-]*$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}
