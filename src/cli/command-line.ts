import { parseArgs } from 'node:util'
import { suggest } from '#core/text/did-you-mean.ts'

/** A flag of a command. */
interface Flag {
  /** `string` for a flag with a value, which may be repeated. */
  readonly type: 'string' | 'boolean'
  /** The letter of its short form. */
  readonly short?: string
  /** The name of the value in the help. */
  readonly value?: string
  readonly description: string
}

/** The flags of a command by their names, without dashes. */
export type Flags = Readonly<Record<string, Flag>>

/** A mistake in a command line. `flag` is the flag as it was typed, `-p` or `--port`. */
export type FlagProblem =
  | {
      readonly kind: 'unknown'
      readonly flag: string
      /** The most similar flag, with its dashes; undefined when none is similar. */
      readonly suggestion: string | undefined
    }
  /** `got` is the flag that follows in place of a value. */
  | { readonly kind: 'value missing'; readonly flag: string; readonly got: string | undefined }
  | { readonly kind: 'value unexpected'; readonly flag: string; readonly got: string }

/** The flags and words of a command line. */
export interface ParsedFlags<Name extends string> {
  /** The words that belong to no flag, in their order. */
  readonly words: readonly string[]
  /** The mistakes, in the order of the command line. */
  readonly problems: readonly FlagProblem[]
  /** The names of the known flags that were passed, each once. */
  readonly passed: readonly Name[]
  has(name: Name): boolean
  /** Returns the values of a flag in the order of the command line. */
  values(name: Name): readonly string[]
}

/**
 * Parses a command line.
 *
 * @throws nothing: its mistakes are among the problems, so that a command can answer `--help` before them.
 */
export function parseFlags<F extends Flags>(argv: readonly string[], flags: F): ParsedFlags<keyof F & string> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short }]) => [
      name,
      { type, multiple: true, ...(short === undefined ? {} : { short }) },
    ]),
  )
  // Node's strict mode throws for the first mistake, in words of its own.
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true, allowPositionals: true })
  const words: string[] = []
  const problems: FlagProblem[] = []
  const values = new Map<string, string[]>()
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName: flag, value, inlineValue } = token
    const type = Object.hasOwn(flags, name) ? flags[name]?.type : undefined
    if (type === undefined) {
      const similar = suggest(name, Object.keys(flags))
      problems.push({ kind: 'unknown', flag, suggestion: similar === undefined ? undefined : `--${similar}` })
      continue
    }
    const isFlag = value?.startsWith('-') === true && !inlineValue
    if (type === 'boolean' && value !== undefined) problems.push({ kind: 'value unexpected', flag, got: value })
    if (type === 'string' && (value === undefined || value === '' || isFlag)) {
      problems.push({ kind: 'value missing', flag, got: isFlag ? value : undefined })
    }
    values.set(name, [...(values.get(name) ?? []), ...(value === undefined ? [] : [value])])
  }
  return {
    words,
    problems,
    passed: [...values.keys()],
    has: (name) => values.has(name),
    values: (name) => values.get(name) ?? [],
  }
}

/** A row of a section of the help: a term and its description. */
export type HelpRow = readonly [term: string, description: string]

/** The help of a command. */
export interface Help {
  /** The name of the command and the version. */
  readonly title: string
  readonly description: string
  /** The form of the command line. */
  readonly usage: string
  readonly sections: readonly { readonly title: string; readonly rows: readonly HelpRow[] }[]
  /** The last paragraphs. */
  readonly notes?: string
}

/** Formats the help of a command: its description, its usage, and each section with aligned descriptions. */
export function formatHelp({ title, description, usage, sections, notes }: Help): string {
  const blocks = sections.map((section) => `${section.title}\n\n${aligned(section.rows)}`)
  const paragraphs = [`${description} (${title})`, `USAGE ${usage}`, ...blocks, ...(notes === undefined ? [] : [notes])]
  return `${paragraphs.join('\n\n')}\n`
}

/** Returns the rows of the help for flags: `-p, --port=<number>` and the description. */
export function flagRows(flags: Flags): HelpRow[] {
  return Object.entries(flags).map(([name, { short, value, description }]) => [
    `${short === undefined ? '   ' : `-${short},`} --${name}${value === undefined ? '' : `=<${value}>`}`,
    description,
  ])
}

function aligned(rows: readonly HelpRow[]): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows.map(([term, description]) => `  ${term.padEnd(width)}  ${description}`).join('\n')
}
