import type { FileChange } from './changes.ts'
import { quotePath } from './names.ts'

/** The width of a diffstat in a mail, in columns. */
const WIDTH = 72

/**
 * Returns the summary that `git format-patch` prints above its diff: a line with a bar for each file, the totals, and
 * the files that were created, deleted, renamed or changed in mode. Empty for no changes.
 */
export function diffstat(changes: readonly FileChange[]): string {
  if (changes.length === 0) return ''
  const names = changes.map(statName)
  const most = changes.reduce((largest, change) => Math.max(largest, change.changes), 0)
  const binaryWidths = changes.map((change) => {
    const { binary } = change
    if (binary === undefined) return 0
    return 14 + (binarySizes(change) === null ? 2 : `${binary.before}${binary.after}`.length)
  })
  const binaryWidth = binaryWidths.reduce((largest, width) => Math.max(largest, width), 0)
  const numberWidth = Math.max(String(most).length, binaryWidth > 0 ? 3 : 0)
  let nameWidth = names.reduce((largest, name) => Math.max(largest, Buffer.byteLength(name)), 0)
  let barWidth = most + 4 > binaryWidth ? most : binaryWidth - 4
  if (nameWidth + numberWidth + 6 + barWidth > WIDTH) {
    const share = Math.trunc((WIDTH * 3) / 8) - numberWidth - 6
    if (barWidth > share) barWidth = Math.max(share, 6)
    if (nameWidth > WIDTH - numberWidth - 6 - barWidth) nameWidth = WIDTH - numberWidth - 6 - barWidth
    else barWidth = WIDTH - numberWidth - 6 - nameWidth
  }
  const lines = changes.map((change, index) => {
    const name = fitted(names[index] ?? '', nameWidth)
    if (change.binary !== undefined) return ` ${name} | ${'Bin'.padStart(numberWidth)}${binarySizes(change) ?? ''}\n`
    const bars = bar(change, barWidth, most)
    return ` ${name} | ${String(change.changes).padStart(numberWidth)}${bars === '' ? '' : ` ${bars}`}\n`
  })
  return lines.join('') + totals(changes) + summary(changes)
}

/** Returns the old and new size of a binary file; null when only its name or mode changed. */
function binarySizes({ binary, status, sha, previousSha }: FileChange): string | null {
  if (binary === undefined || (sha === previousSha && status !== 'removed')) return null
  return ` ${binary.before} -> ${binary.after} bytes`
}

function statName(change: FileChange): string {
  return change.previousFilename === undefined
    ? quotePath(change.filename)
    : movedName(change.previousFilename, change.filename)
}

/** Writes a rename with the common directories once: `src/{old => new}/index.ts`. */
function movedName(from: string, to: string): string {
  if (quotePath(from) !== from || quotePath(to) !== to) return `${quotePath(from)} => ${quotePath(to)}`
  let prefix = 0
  for (let index = 0; index < from.length && from[index] === to[index]; index++) {
    if (from[index] === '/') prefix = index + 1
  }
  // The slash at the end of the common prefix may also begin the common suffix.
  const lowest = prefix > 0 ? prefix - 1 : 0
  let suffix = 0
  for (let back = 1; from.length - back >= lowest && to.length - back >= lowest; back++) {
    const character = from[from.length - back]
    if (character !== to[to.length - back]) break
    if (character === '/') suffix = back
  }
  const oldMiddle = from.slice(prefix, Math.max(prefix, from.length - suffix))
  const newMiddle = to.slice(prefix, Math.max(prefix, to.length - suffix))
  const middle = `${oldMiddle} => ${newMiddle}`
  return prefix + suffix === 0 ? middle : `${from.slice(0, prefix)}{${middle}}${from.slice(from.length - suffix)}`
}

function fitted(name: string, width: number): string {
  const length = Buffer.byteLength(name)
  if (length <= width) return name + ' '.repeat(width - length)
  const end = name.slice(-(width - 3))
  const slash = end.indexOf('/')
  return `...${slash === -1 ? end : end.slice(slash)}`.padEnd(width)
}

function bar(change: FileChange, width: number, most: number): string {
  let { additions, deletions } = change
  if (width <= most) {
    const scaled = (count: number): number => (count === 0 ? 0 : 1 + Math.trunc((count * (width - 1)) / most))
    let total = scaled(additions + deletions)
    if (total < 2 && additions > 0 && deletions > 0) total = 2
    if (additions < deletions) {
      additions = scaled(additions)
      deletions = total - additions
    } else {
      deletions = scaled(deletions)
      additions = total - deletions
    }
  }
  return '+'.repeat(additions) + '-'.repeat(deletions)
}

function totals(changes: readonly FileChange[]): string {
  let additions = 0
  let deletions = 0
  for (const change of changes) {
    additions += change.additions
    deletions += change.deletions
  }
  const parts = [counted(changes.length, 'file', ' changed')]
  if (additions > 0 || deletions === 0) parts.push(counted(additions, 'insertion', '(+)'))
  if (deletions > 0 || additions === 0) parts.push(counted(deletions, 'deletion', '(-)'))
  return ` ${parts.join(', ')}\n`
}

function counted(count: number, noun: string, rest: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}${rest}`
}

function summary(changes: readonly FileChange[]): string {
  let lines = ''
  for (const change of changes) {
    const name = quotePath(change.filename)
    const modeChange =
      change.previousMode === undefined || change.previousMode === change.mode || change.status === 'removed'
        ? ''
        : ` mode change ${change.previousMode} => ${change.mode}`
    if (change.status === 'added') lines += ` create mode ${change.mode} ${name}\n`
    else if (change.status === 'removed') lines += ` delete mode ${change.mode} ${name}\n`
    else if (change.status === 'renamed') {
      lines += ` rename ${statName(change)} (${change.similarity ?? 100}%)\n`
      if (modeChange !== '') lines += `${modeChange}\n`
    } else if (modeChange !== '') lines += `${modeChange} ${name}\n`
  }
  return lines
}
