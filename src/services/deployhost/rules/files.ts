import { createHash } from 'node:crypto'
import type { Rows } from '#deployhost/call.ts'
import { badRequest, invalidRequest } from '#deployhost/errors.ts'
import type { StoredFile } from '#deployhost/schema.ts'

/** The mode of a regular file: -rw-r--r--. */
const FILE_MODE = 0o100644

/** A file of a new deployment: its content, the digest of an uploaded file, or neither for a directory. */
export interface FileInput {
  readonly file: string
  readonly data?: string | undefined
  readonly encoding?: 'base64' | 'utf-8' | undefined
  readonly sha?: string | undefined
  readonly size?: number | undefined
  readonly mode?: number | undefined
}

/** A file of a deployment before it is inserted. */
export interface PlacedFile {
  readonly path: string
  readonly digest: string | null
  readonly mode: number
}

/** The digest and the size that an upload declares; null when absent. */
export interface UploadClaims {
  readonly digest: string | null
  readonly size: string | null
}

/**
 * Stores a content under its SHA1.
 *
 * @throws 400 when the digest or the size differs from the declared one.
 */
export function storeUpload(rows: Rows, bytes: Uint8Array, { digest, size }: UploadClaims): StoredFile {
  if (size !== null && Number(size) !== bytes.length) {
    throw badRequest(`The size of the file is ${bytes.length}, but the request says ${size}.`)
  }
  const actual = sha1(bytes)
  if (digest !== null && digest.toLowerCase() !== actual) {
    throw badRequest(`The SHA1 of the file is ${actual}, but the request says ${digest}.`)
  }
  return storeContent(rows, bytes, actual)
}

/**
 * Stores the contents in a request and returns all its files.
 *
 * @throws 400 for an invalid path.
 */
export function placeFiles(rows: Rows, inputs: readonly FileInput[]): PlacedFile[] {
  const files = inputs.map(({ file, data, encoding, sha, mode }): PlacedFile => {
    const digest =
      data === undefined
        ? (sha?.toLowerCase() ?? null)
        : storeContent(rows, Buffer.from(data, encoding === 'base64' ? 'base64' : 'utf8')).id
    return { path: pathOf(file), digest, mode: mode ?? FILE_MODE }
  })
  // The last of several files with the same path counts.
  return [...new Map(files.map((each) => [each.path, each])).values()]
}

/** Returns the digests that files refer to and that were never uploaded, each once. */
export function missingDigests(rows: Rows, inputs: readonly FileInput[]): string[] {
  const digests = inputs.flatMap(({ data, sha }) =>
    data === undefined && sha !== undefined ? [sha.toLowerCase()] : [],
  )
  return [...new Set(digests)].filter((digest) => rows.storedFiles.get(digest) === undefined)
}

/** Returns the bytes of a content. */
export function bytesOf({ content }: StoredFile): Buffer {
  return Buffer.from(content, 'base64')
}

function storeContent({ storedFiles }: Rows, bytes: Uint8Array, id = sha1(bytes)): StoredFile {
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
