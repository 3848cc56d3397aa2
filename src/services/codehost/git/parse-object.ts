import { isUtf8 } from 'node:buffer'
import { blob, commit, hashObject, isEntryName, tag, tree } from './objects.ts'
import type { Commit, GitObject, GitSignature, Tag, Tree, TreeEntry } from './objects.ts'

/** Bytes that are not an object in git's format. The message is `git fsck`'s. https://git-scm.com/docs/git-fsck */
export class MalformedObject extends Error {
  override name = 'MalformedObject'
}

/**
 * Returns the object with these bytes. Its SHA is that of the bytes, and `objectBytes` returns them unchanged.
 *
 * @throws MalformedObject for bytes that `git fsck` refuses.
 */
export function parseObject(kind: GitObject['kind'], bytes: Uint8Array): GitObject {
  if (kind === 'blob') return blob(bytes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sha = hashObject(kind, buffer)
  const parsed = kind === 'tree' ? parseTree(buffer, sha) : parseHeaders(kind, buffer, sha)
  const rebuilt = rebuild(parsed)
  return rebuilt?.sha === sha ? rebuilt : { ...parsed, raw: buffer.toString('base64') }
}

/** Returns the object that the fields make; null when they make none. */
function rebuild(parsed: Tree | Commit | Tag): GitObject | null {
  if (parsed.kind === 'commit') return commit(parsed)
  if (parsed.kind === 'tag') return tag(parsed)
  try {
    return tree(parsed.entries)
  } catch {
    // Two names that are not UTF-8 may read the same.
    return null
  }
}

const MODES: Readonly<Record<string, TreeEntry['mode']>> = {
  40000: '040000',
  100644: '100644',
  // Versions of git before 2005 wrote the permissions of the group.
  100664: '100644',
  100755: '100755',
  120000: '120000',
  160000: '160000',
}

function parseTree(bytes: Buffer, sha: string): Tree {
  const entries: TreeEntry[] = []
  const names = new Set<string>()
  const context = contextOf('tree', sha)
  let previous = ''
  let at = 0
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at)
    const end = bytes.indexOf(0, space)
    if (space < 0 || end < 0 || end + 21 > bytes.length)
      throw malformed(context, 'badTree', 'cannot be parsed as a tree')
    const mode = MODES[bytes.toString('latin1', at, space)]
    if (mode === undefined) throw malformed(context, 'badFilemode', 'contains bad file modes')
    // Latin-1 has one character for each byte, so that texts compare as their bytes do.
    const name = bytes.toString('latin1', space + 1, end)
    refuseName(name, context)
    if (names.has(name)) throw malformed(context, 'duplicateEntries', 'contains duplicate file entries')
    names.add(name)
    const key = mode === '040000' ? `${name}/` : name
    if (previous > key) throw malformed(context, 'treeNotSorted', 'not properly sorted')
    previous = key
    entries.push({
      path: bytes.toString('utf8', space + 1, end),
      mode,
      sha: bytes.toString('hex', end + 1, end + 21),
    })
    at = end + 21
  }
  return { kind: 'tree', sha, entries }
}

/** The names that `isEntryName` refuses, except those of git's own directory. */
const WRONG_NAMES: readonly (readonly [pattern: RegExp, id: string, sentence: string])[] = [
  [/^$/, 'emptyName', 'contains empty pathname'],
  [/^\.$/, 'hasDot', "contains '.'"],
  [/^\.\.$/, 'hasDotdot', "contains '..'"],
  [/\//, 'fullPathname', 'contains full pathnames'],
]

function refuseName(name: string, context: string): void {
  if (isEntryName(name)) return
  const [, id, sentence] = WRONG_NAMES.find(([pattern]) => pattern.test(name)) ?? [null, 'hasDotgit', "contains '.git'"]
  throw malformed(context, id, sentence)
}

/** Parses the headers and the message of a commit or a tag. */
function parseHeaders(kind: 'commit' | 'tag', bytes: Buffer, sha: string): Commit | Tag {
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text.replace(/\n$/, '') : text.slice(0, end)
  const message = end < 0 ? '' : text.slice(end + 2)
  const headers = new Map<string, string[]>()
  for (const line of head.replaceAll('\n ', '\0').split('\n')) {
    const [name, value] = split(line)
    headers.set(name, [...(headers.get(name) ?? []), value.replaceAll('\0', '\n')])
  }
  const context = contextOf(kind, sha)
  return kind === 'commit' ? commitOf(headers, message, sha, context) : tagOf(headers, message, sha, context)
}

function split(line: string): [string, string] {
  const space = line.indexOf(' ')
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
}

type Headers = ReadonlyMap<string, readonly string[]>

function commitOf(headers: Headers, message: string, sha: string, context: string): Commit {
  const root = headers.get('tree')?.[0]
  const author = headers.get('author')?.[0]
  const committer = headers.get('committer')?.[0]
  const parents = headers.get('parent') ?? []
  const signature = headers.get('gpgsig')?.[0]
  if (root === undefined) throw malformed(context, 'missingTree', "invalid format - expected 'tree' line")
  if (!isSha(root)) throw malformed(context, 'badTreeSha1', "invalid 'tree' line format - bad sha1")
  if (!parents.every(isSha)) throw malformed(context, 'badParentSha1', "invalid 'parent' line format - bad sha1")
  if (author === undefined) throw malformed(context, 'missingAuthor', "invalid format - expected 'author' line")
  if (committer === undefined) {
    throw malformed(context, 'missingCommitter', "invalid format - expected 'committer' line")
  }
  return {
    kind: 'commit',
    sha,
    tree: root,
    parents,
    author: signatureOf(author),
    committer: signatureOf(committer),
    message,
    ...(signature === undefined ? {} : { signature }),
  }
}

function tagOf(headers: Headers, message: string, sha: string, context: string): Tag {
  const object = headers.get('object')?.[0]
  const type = headers.get('type')?.[0]
  const name = headers.get('tag')?.[0]
  if (object === undefined) throw malformed(context, 'missingObject', "invalid format - expected 'object' line")
  if (!isSha(object)) throw malformed(context, 'badObjectSha1', "invalid 'object' line format - bad sha1")
  if (type !== 'commit' && type !== 'tree' && type !== 'blob' && type !== 'tag') {
    throw malformed(context, 'badType', "invalid 'type' value")
  }
  if (name === undefined) throw malformed(context, 'missingTag', "invalid format - unexpected end after 'type' line")
  const tagger = headers.get('tagger')?.[0]
  return { kind: 'tag', sha, object, type, tag: name, tagger: signatureOf(tagger ?? ''), message }
}

function isSha(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/** Returns the person and time of a header; a time that cannot be read is the epoch. */
function signatureOf(line: string): GitSignature {
  const [, name = '', email = '', rest = ''] = /^(.*?) ?<([^>]*)>(.*)$/s.exec(line) ?? []
  const [, seconds = '0', sign = '+', hours = '0', minutes = '0'] = /^ (\d{1,12}) ([+-])(\d\d)(\d\d)$/.exec(rest) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return { name, email, at: Number(seconds) * 1000, ...(offset === 0 ? {} : { offset }) }
}

function contextOf(kind: string, sha: string): string {
  return `error in ${kind} ${sha}`
}

function malformed(context: string, id: string, sentence: string): MalformedObject {
  return new MalformedObject(`${context}: ${id}: ${sentence}`)
}
