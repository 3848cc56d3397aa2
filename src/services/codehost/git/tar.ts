/** An entry of a tar archive. */
export interface TarEntry {
  /** The full path; that of a directory ends with a slash. */
  readonly path: string
  readonly type: 'file' | 'directory' | 'link'
  /** The permission bits. */
  readonly mode: number
  /** The bytes of a file; empty for all others. */
  readonly content: Uint8Array
  /** The target of a symbolic link; empty for all others. */
  readonly target: string
}

const BLOCK = 512

/** The type flags of the pax interchange format: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html */
const TYPES = { file: '0', link: '2', directory: '5', record: 'x', global: 'g' } as const

/**
 * Returns a tar archive as `git archive` writes it: a global header with the SHA of the commit as the comment, then the
 * entries, all with the same time (epoch milliseconds). Equal input gives equal bytes.
 */
export function tar(entries: readonly TarEntry[], commitSha: string, at: number): Buffer {
  const seconds = Math.max(0, Math.floor(at / 1000))
  const parts = member('pax_global_header', 'global', 0o666, Buffer.from(record('comment', commitSha)), '', seconds)
  for (const { path, type, mode, content, target } of entries) {
    const records = `${longRecord('path', path)}${longRecord('linkpath', target)}`
    if (records !== '') parts.push(...member('pax_header', 'record', 0o644, Buffer.from(records), '', seconds))
    parts.push(...member(path, type, mode, content, target, seconds))
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

/** Returns the blocks of one member: its header and its padded content. */
function member(
  path: string,
  type: keyof typeof TYPES,
  mode: number,
  content: Uint8Array,
  target: string,
  seconds: number,
): Buffer[] {
  const header = Buffer.alloc(BLOCK)
  header.write(path, 0, 100)
  header.write(octal(mode, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(content.length, 11), 124)
  header.write(octal(seconds, 11), 136)
  header.fill(' ', 148, 156)
  header.write(TYPES[type], 156)
  header.write(target, 157, 100)
  header.write('ustar\x0000', 257)
  header.write('root', 265)
  header.write('root', 297)
  header.write(octal(0, 7), 329)
  header.write(octal(0, 7), 337)
  // The checksum counts its own field as spaces.
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, Buffer.from(content), Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`
}

/** Returns the pax record of a value that the fields of the header cannot hold; empty for one that they can. */
function longRecord(key: string, value: string): string {
  return Buffer.byteLength(value) > 100 ? record(key, value) : ''
}

/** Returns a pax record, which begins with its own length in bytes. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const size = Buffer.byteLength(rest)
  let length = size + String(size).length
  if (String(length).length > String(size).length) length = size + String(length).length
  return `${length}${rest}`
}
