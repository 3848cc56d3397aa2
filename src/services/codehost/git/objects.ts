import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { compareNames } from './names.ts'

/** The person and time of a change: an author, a committer or a tagger. */
export interface GitSignature {
  name: string
  email: string
  /** Epoch milliseconds, UTC. */
  at: number
  /** Minutes east of UTC, 0 when absent. */
  offset?: number
}

/** The content of one file. */
export interface Blob {
  kind: 'blob'
  sha: string
  /** The form of `content`: text when no byte is lost by it, else base64. */
  encoding: 'utf-8' | 'base64'
  content: string
  /** The size in bytes. */
  size: number
}

/** One entry of a tree object. `path` is a single name, and a full path where a function says so. */
export interface TreeEntry {
  path: string
  mode: '100644' | '100755' | '040000' | '160000' | '120000'
  sha: string
}

/** A directory with its entries in git's order: by bytes, where a directory's name ends in a slash. */
export interface Tree {
  kind: 'tree'
  sha: string
  entries: readonly TreeEntry[]
  /** The bytes in base64, where the other fields do not give them: unusual headers, texts that are not UTF-8. */
  raw?: string
}

/** A commit. `message` is unchanged to the byte; `signature` is the `gpgsig` header. */
export interface Commit {
  kind: 'commit'
  sha: string
  tree: string
  parents: readonly string[]
  author: GitSignature
  committer: GitSignature
  message: string
  signature?: string
  /** The bytes in base64, where the other fields do not give them: unusual headers, texts that are not UTF-8. */
  raw?: string
}

/** An annotated tag. */
export interface Tag {
  kind: 'tag'
  sha: string
  object: string
  type: 'commit' | 'tree' | 'blob' | 'tag'
  tag: string
  tagger: GitSignature
  message: string
  /** The bytes in base64, where the other fields do not give them: unusual headers, texts that are not UTF-8. */
  raw?: string
}

/** Any git object, as plain JSON. */
export type GitObject = Blob | Tree | Commit | Tag

/** The store of a repository's objects, which the caller provides. `get` throws if the sha is unknown. */
export interface Objects {
  get(sha: string): GitObject
  has(sha: string): boolean
  put(object: GitObject): void
}

/** The sha of the tree without entries. Every function here accepts it, even when it is not stored. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

function hash(kind: GitObject['kind'], size: number, bytes: string | Uint8Array): string {
  return createHash('sha1').update(`${kind} ${size}\0`).update(bytes).digest('hex')
}

/** Returns the blob of a text (as UTF-8; a lone surrogate becomes U+FFFD) or of bytes. */
export function blob(content: string | Uint8Array): Blob {
  if (typeof content === 'string') {
    const text = /\p{Surrogate}/u.test(content) ? content.replaceAll(/\p{Surrogate}/gu, '\uFFFD') : content
    const size = Buffer.byteLength(text)
    return { kind: 'blob', sha: hash('blob', size, text), encoding: 'utf-8', content: text, size }
  }
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const encoding = isUtf8(bytes) ? 'utf-8' : 'base64'
  const sha = hash('blob', bytes.length, bytes)
  return { kind: 'blob', sha, encoding, content: bytes.toString(encoding), size: bytes.length }
}

const MALFORMED_NAME = /^(?:|\.|\.\.|\.git)$|[/\0]/i

/** Returns whether an entry of a tree may have this name. */
export function isEntryName(name: string): boolean {
  return !MALFORMED_NAME.test(name)
}

/**
 * Returns the tree of the entries, which may be in any order.
 * @throws Error that names the entry when its name is malformed (empty, `.`, `..`, `.git`, with a slash) or a
 * duplicate.
 */
export function tree(entries: readonly TreeEntry[]): Tree {
  const keyed = entries.map((entry) => ({ entry, key: entry.mode === '040000' ? `${entry.path}/` : entry.path }))
  keyed.sort((a, b) => compareNames(a.key, b.key))
  const names = new Set<string>()
  for (const { entry } of keyed) {
    if (!isEntryName(entry.path)) throw new Error(`malformed tree entry name ${JSON.stringify(entry.path)}`)
    if (names.has(entry.path)) throw new Error(`duplicate tree entry ${JSON.stringify(entry.path)}`)
    names.add(entry.path)
  }
  const sorted = keyed.map(({ entry }) => entry)
  const bytes = treeBytes(sorted)
  return { kind: 'tree', sha: hash('tree', bytes.length, bytes), entries: sorted }
}

/** Returns the bytes of a tree, whose entries are in git's order. */
function treeBytes(entries: readonly TreeEntry[]): Buffer {
  const chunks: Buffer[] = []
  for (const { path, mode, sha } of entries) {
    chunks.push(Buffer.from(`${mode === '040000' ? '40000' : mode} ${path}\0`), Buffer.from(sha, 'hex'))
  }
  return Buffer.concat(chunks)
}

/**
 * Returns the commit with these fields. Identities are normalised like git stores them: times in whole seconds, names
 * and addresses without angle brackets, line ends and the leading or trailing punctuation that git drops.
 */
export function commit(fields: Omit<Commit, 'kind' | 'sha' | 'raw'>): Commit {
  const { tree: root, parents, message, signature } = fields
  const stored = {
    tree: root,
    parents,
    author: storedSignature(fields.author),
    committer: storedSignature(fields.committer),
    message,
    ...(signature === undefined ? {} : { signature }),
  }
  const text = commitText(stored)
  return { kind: 'commit', sha: hash('commit', Buffer.byteLength(text), text), ...stored }
}

function commitText(fields: Omit<Commit, 'kind' | 'sha' | 'raw'>): string {
  const { author, committer, signature, message } = fields
  const parents = fields.parents.map((parent) => `parent ${parent}\n`).join('')
  const people = `author ${signatureLine(author)}\ncommitter ${signatureLine(committer)}\n`
  const signed = signature === undefined ? '' : `gpgsig ${signature.replace(/\n$/, '').replaceAll('\n', '\n ')}\n`
  return `tree ${fields.tree}\n${parents}${people}${signed}\n${message}`
}

/** The signature of a commit or a tag, and the bytes that it signs. */
export interface SignedBytes {
  readonly signature: string
  readonly bytes: Buffer
}

/** Returns the signature of a commit or a tag, which a tag has at the end of its message; null for none. */
export function signedBytesOf(object: Commit | Tag): SignedBytes | null {
  if (object.kind === 'tag') {
    const text = objectBytes(object).toString('latin1')
    const start = text.search(/^-----BEGIN (?:PGP|SSH) SIGNATURE-----$/m)
    return start === -1 ? null : { signature: text.slice(start), bytes: Buffer.from(text.slice(0, start), 'latin1') }
  }
  const { raw, signature, ...fields } = object
  if (signature === undefined) return null
  if (raw === undefined) return { signature, bytes: Buffer.from(commitText(fields)) }
  const text = Buffer.from(raw, 'base64').toString('latin1')
  return { signature, bytes: Buffer.from(text.replace(/^gpgsig .*\n(?: .*\n)*/m, ''), 'latin1') }
}

/** Returns the annotated tag with these fields. Its tagger is normalised like the identities of `commit`. */
export function tag(fields: Omit<Tag, 'kind' | 'sha' | 'raw'>): Tag {
  const { object, type, tag: name, message } = fields
  const stored = { object, type, tag: name, tagger: storedSignature(fields.tagger), message }
  const text = tagText(stored)
  return { kind: 'tag', sha: hash('tag', Buffer.byteLength(text), text), ...stored }
}

function tagText({ object, type, tag: name, tagger, message }: Omit<Tag, 'kind' | 'sha' | 'raw'>): string {
  return `object ${object}\ntype ${type}\ntag ${name}\ntagger ${signatureLine(tagger)}\n\n${message}`
}

/**
 * Returns the bytes of an object as git hashes them, without the header of kind and size.
 * https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function objectBytes(object: GitObject): Buffer {
  if (object.kind === 'blob') return Buffer.from(object.content, object.encoding)
  if (object.raw !== undefined) return Buffer.from(object.raw, 'base64')
  if (object.kind === 'tree') return treeBytes(object.entries)
  return Buffer.from(object.kind === 'commit' ? commitText(object) : tagText(object))
}

/** Returns the SHA of an object with these bytes. */
export function hashObject(kind: GitObject['kind'], bytes: Uint8Array): string {
  return hash(kind, bytes.length, bytes)
}

function storedSignature(signature: GitSignature): GitSignature {
  const at = Math.floor(signature.at / 1000) * 1000
  return { ...signature, name: withoutCrud(signature.name), email: withoutCrud(signature.email), at }
}

const CRUD = /^[\0- .,:;<>"\\']+|[\0- .,:;<>"\\']+$/g

function withoutCrud(text: string): string {
  return text.replaceAll(CRUD, '').replaceAll(/[\n<>\0]/g, '')
}

function signatureLine(signature: GitSignature): string {
  return `${signature.name} <${signature.email}> ${signature.at / 1000} ${timeZone(signature.offset)}`
}

/** Formats a time zone like git, `+0530` for 330. `offset` is in minutes east of UTC. */
export function timeZone(offset = 0): string {
  const minutes = Math.abs(offset)
  const digits = Math.floor(minutes / 60) * 100 + (minutes % 60)
  return `${offset < 0 ? '-' : '+'}${String(digits).padStart(4, '0')}`
}

/** Returns the bytes of a blob. */
export function blobBytes(object: Blob): Uint8Array {
  return Buffer.from(object.content, object.encoding)
}

/** Returns whether git treats a blob as binary: a NUL among its first 8000 bytes. */
export function isBinary(object: Blob): boolean {
  if (object.encoding === 'base64') return Buffer.from(object.content, 'base64').subarray(0, 8000).includes(0)
  const at = object.content.indexOf('\0')
  return at !== -1 && Buffer.byteLength(object.content.slice(0, at)) < 8000
}

/** Returns the text of a blob, with U+FFFD for bytes that are not UTF-8; null when the blob is binary. */
export function blobText(object: Blob): string | null {
  if (isBinary(object)) return null
  return object.encoding === 'utf-8' ? object.content : Buffer.from(object.content, 'base64').toString()
}

/**
 * Returns the entries of a tree.
 *
 * @throws if the sha is unknown or names another kind of object.
 */
export function treeEntries(objects: Objects, sha: string): readonly TreeEntry[] {
  if (sha === EMPTY_TREE) return []
  const object = objects.get(sha)
  if (object.kind !== 'tree') throw new Error(`object ${sha} is a ${object.kind}, not a tree`)
  return object.entries
}

/**
 * Returns a commit by its sha.
 *
 * @throws if the sha is unknown or names another kind of object.
 */
export function commitAt(objects: Objects, sha: string): Commit {
  const object = objects.get(sha)
  if (object.kind !== 'commit') throw new Error(`object ${sha} is a ${object.kind}, not a commit`)
  return object
}

/**
 * Returns a blob by its sha.
 *
 * @throws if the sha is unknown or names another kind of object.
 */
export function blobAt(objects: Objects, sha: string): Blob {
  const object = objects.get(sha)
  if (object.kind !== 'blob') throw new Error(`object ${sha} is a ${object.kind}, not a blob`)
  return object
}

/** The sha that stands for "no commit". */
export const NO_SHA = '0'.repeat(40)
