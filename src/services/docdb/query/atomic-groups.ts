/** A pattern without atomic groups, and the numbers of the groups that take their place. */
interface WithoutAtomicGroups {
  readonly source: string
  readonly added: ReadonlySet<number>
}

const TOKENS =
  /\\k<\w+>|\\[1-9]\d?|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:[:=!>]|<[=!])|\(\?<\w+>|[*+?]\+|\{\d+(?:,\d*)?\}\+|[\s\S]/g

/**
 * Writes atomic groups and possessive quantifiers as JavaScript can: what a look-ahead has matched is not tried again.
 * Back-references get the numbers that the groups have then.
 */
export function withoutAtomicGroups(pattern: string): WithoutAtomicGroups {
  const tokens = withoutPossessive(pattern.match(TOKENS) ?? [])
  const added = new Set<number>()
  const numbers = [0]
  const closing: string[] = []
  let groups = 0
  const made: string[] = []
  for (const token of tokens) {
    if (token === ')') made.push(closing.pop() ?? ')')
    else if (token === '(?>') {
      groups += 1
      added.add(groups)
      made.push(`(?=(?<atomic${groups}>`)
      closing.push(String.raw`))\k<atomic${groups}>`)
    } else {
      if (token.startsWith('(')) closing.push(')')
      if (token === '(' || /^\(\?<\w/.test(token)) {
        groups += 1
        numbers.push(groups)
      }
      made.push(token)
    }
  }
  // A back-reference may stand before its group.
  const source = made.map((token) => {
    const number = /^\\([1-9]\d?)$/.exec(token)?.[1]
    return number === undefined ? token : `(?:\\${numbers[Number(number)] ?? number})`
  })
  return { source: source.join(''), added }
}

/** Puts an atomic group around what a possessive quantifier repeats. */
function withoutPossessive(tokens: readonly string[]): string[] {
  const made: string[] = []
  const open: number[] = []
  let atom = 0
  for (const token of tokens) {
    if (/^(?:[*+?]|\{\d+(?:,\d*)?\})\+$/.test(token)) {
      made[atom] = `(?>\0${made[atom] ?? ''}`
      made.push(token.slice(0, -1), ')')
      continue
    }
    if (token === ')') atom = open.pop() ?? made.length
    else {
      if (token.startsWith('(')) open.push(made.length)
      if (!/^(?:[*+?]|\{\d+(?:,\d*)?\})$/.test(token)) atom = made.length
    }
    made.push(token)
  }
  return made.flatMap((token) => token.split('\0'))
}
