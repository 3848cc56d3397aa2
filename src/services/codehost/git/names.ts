/**
 * Compares two strings by their UTF-8 bytes, which is how git sorts names and paths. JavaScript's own order differs
 * only where a surrogate pair is compared with a character above U+DFFF.
 */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return bytesRank(a) - bytesRank(b)
  }
  return left.length - right.length
}

function bytesRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

const ESCAPES: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
}

/**
 * Returns a path as git prints it in a diff: unchanged, or C-quoted when it holds a quote, a backslash, a control
 * character or anything outside ASCII ({@link
 * https://git-scm.com/docs/git-config#Documentation/git-config.txt-corequotePath}).
 */
export function quotePath(path: string): string {
  if (/^[ !#-[\]-~]*$/.test(path)) return path
  let quoted = '"'
  for (const byte of Buffer.from(path)) {
    quoted +=
      ESCAPES[byte] ?? (byte < 32 || byte > 126 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte))
  }
  return `${quoted}"`
}
