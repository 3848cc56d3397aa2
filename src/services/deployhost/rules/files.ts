import { createHash } from 'node:crypto'
import type { Rows } from '../call.ts'
import { badRequest, invalidRequest } from '../errors.ts'
import type { StoredFile } from '../schema.ts'

/** A regular file that its owner may write and all may read. */
const FILE_MODE = 0o100644

/** A file of a new deployment: its content, the digest of one that was uploaded, or neither for a directory. */
export interface FileWish {
  readonly file: string
  readonly data?: string | undefined
  readonly encoding?: 'base64' | 'utf-8' | undefined
  readonly sha?: string | undefined
  readonly size?: number | undefined
  readonly mode?: number | undefined
}

/** A file as it is kept. */
export interface PlacedFile {
  readonly path: string
  readonly digest: string | null
  readonly mode: number
}

/** What an upload says of itself; null: nothing. */
export interface UploadClaims {
  readonly digest: string | null
  readonly size: string | null
}

/** Keeps a content under its SHA1. Throws 400 when it is not what the upload says. */
export function storeUpload(rows: Rows, bytes: Uint8Array, { digest, size }: UploadClaims): StoredFile {
  if (size !== null && Number(size) !== bytes.length) {
    throw badRequest(`The size of the file is ${bytes.length}, but the request says ${size}.`)
  }
  const actual = sha1(bytes)
  if (digest !== null && digest.toLowerCase() !== actual) {
    throw badRequest(`The SHA1 of the file is ${actual}, but the request says ${digest}.`)
  }
  return keep(rows, bytes, actual)
}

/** Keeps the contents that came with a request and places all files. Throws 400 for a path that leads nowhere. */
export function placeFiles(rows: Rows, wishes: readonly FileWish[]): PlacedFile[] {
  const placed = wishes.map(({ file, data, encoding, sha, mode }): PlacedFile => {
    const digest =
      data === undefined
        ? (sha?.toLowerCase() ?? null)
        : keep(rows, Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8')).id
    return { path: pathOf(file), digest, mode: mode ?? FILE_MODE }
  })
  // Of two files at one path the later is meant.
  return [...new Map(placed.map((each) => [each.path, each])).values()]
}

/** The digests that files name and that were never uploaded, each once. */
export function missingDigests(rows: Rows, wishes: readonly FileWish[]): string[] {
  const named = wishes.flatMap(({ data, sha }) => (data === undefined && sha !== undefined ? [sha.toLowerCase()] : []))
  return [...new Set(named)].filter((digest) => rows.storedFiles.get(digest) === undefined)
}

/** The bytes of a content. */
export function bytesOf({ content }: StoredFile): Buffer {
  return Buffer.from(content, 'base64')
}

function keep({ storedFiles }: Rows, bytes: Uint8Array, id = sha1(bytes)): StoredFile {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return storedFiles.get(id) ?? storedFiles.insert({ id, size: bytes.length, content })
}

function sha1(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex')
}

function pathOf(file: string): string {
  const names = file
    .replaceAll('\\', '/')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  if (names.length === 0 || names.includes('..')) throw invalidRequest(`\`files\` has an invalid path "${file}"`)
  return names.join('/')
}
