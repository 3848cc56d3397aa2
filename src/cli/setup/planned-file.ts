/** A file that the wizard would write. */
export interface PlannedFile {
  /** The path from the project's root. */
  readonly path: string
  /** The present text; null for a file that does not exist. */
  readonly before: string | null
  readonly after: string
  /** True when the present text stays within the new one: what would be lost otherwise is asked for. */
  readonly extends: boolean
}

/** Returns the change of a file as lines with `+` and `-`, in one block with a line of context on each side. */
export function differenceOf({ path, before, after }: PlannedFile): string {
  const [old, fresh] = [before === null ? [] : linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1
  const context = (line: string | undefined): string[] => (line === undefined ? [] : [`  ${line}`])
  return [
    `${before === null ? 'new file' : 'change'} ${path}`,
    ...context(old[start - 1]),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`),
    ...context(end === 0 ? undefined : old.at(-end)),
    '',
  ].join('\n')
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}
