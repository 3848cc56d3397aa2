import { gzipSync } from 'node:zlib'
import type { Zippable } from 'fflate'
import type { Rows } from '#codehost/call.ts'
import { blobAt, blobBytes, type Commit, type Objects } from '#codehost/git/objects.ts'
import { tar, type TarEntry } from '#codehost/git/tar.ts'
import { walkTree } from '#codehost/git/trees.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { zipTime, type Zip } from '../actions/archives.ts'
import { objectsOf } from '../git/objects.ts'

/** The formats of source archives, by the name that the vendor's URLs have for them. */
export const ARCHIVE_FORMATS = {
  'tar.gz': { extension: 'tar.gz', contentType: 'application/x-gzip' },
  zip: { extension: 'zip', contentType: 'application/zip' },
  'legacy.tar.gz': { extension: 'tar.gz', contentType: 'application/x-gzip' },
  'legacy.zip': { extension: 'zip', contentType: 'application/zip' },
} as const

/** The format of a source archive. */
export type ArchiveFormat = keyof typeof ARCHIVE_FORMATS

/** An archive that a client asks for. */
export interface ArchiveRequest {
  readonly format: ArchiveFormat
  /** The branch, tag or SHA that the client named. */
  readonly ref: string
  readonly commit: Commit
}

/**
 * Returns the name of the single directory of an archive, and of its file: that of the API is
 * `octocat-hello-world-b00ab9a`, that of the site is `hello-world-main`, and `hello-world-1.0` for the tag `v1.0`.
 */
export function archiveName(rows: Rows, repo: Repo, { format, ref, commit }: ArchiveRequest): string {
  if (format.startsWith('legacy.')) {
    return `${rows.accounts.require(repo.ownerId).login}-${repo.name}-${commit.sha.slice(0, 7)}`
  }
  const short = ref.replace(/^refs\/(?:heads|tags)\//, '').replace(/^v(?=\d)/, '')
  return `${repo.name}-${short.replaceAll('/', '-')}`
}

/** Returns the files of a commit as an archive. Equal requests give equal bytes. */
export function sourceArchive(rows: Rows, repo: Repo, request: ArchiveRequest, zip: Zip): Uint8Array {
  const { format, commit } = request
  const entries = sourceEntries(objectsOf(rows, repo), commit, `${archiveName(rows, repo, request)}/`)
  const { sha, committer } = commit
  return ARCHIVE_FORMATS[format].extension === 'zip'
    ? withComment(zipped(zip, entries, committer.at), sha)
    : gzipSync(tar(entries, sha, committer.at))
}

/** The modes of files in an archive of git's: readable and writable by the group. */
const [PLAIN, EXECUTABLE, LINK] = [0o664, 0o775, 0o777]

function sourceEntries(objects: Objects, { tree }: Commit, root: string): TarEntry[] {
  const directory = (path: string): TarEntry => ({
    path: `${path.replace(/\/$/, '')}/`,
    type: 'directory',
    mode: EXECUTABLE,
    content: new Uint8Array(),
    target: '',
  })
  const entries = walkTree(objects, tree, { recursive: true }).map(({ path: name, mode, sha }): TarEntry => {
    const path = root + name
    // A submodule is an empty directory, because its commit is in another repository.
    if (mode === '040000' || mode === '160000') return directory(path)
    const content = blobBytes(blobAt(objects, sha))
    if (mode === '120000') {
      const target = Buffer.from(content).toString()
      return { path, type: 'link', mode: LINK, content: new Uint8Array(), target }
    }
    return { path, type: 'file', mode: mode === '100755' ? EXECUTABLE : PLAIN, content, target: '' }
  })
  return [directory(root), ...entries]
}

/** Returns a zip archive, which ends with the length of its comment, with a comment of less than 256 bytes. */
function withComment(archive: Uint8Array, comment: string): Uint8Array {
  const text = Buffer.from(comment)
  return Buffer.concat([archive.subarray(0, -2), Buffer.from([text.length, 0]), text])
}

/** The Unix file types, in the upper half of a zip entry's attributes. */
const FILE_TYPES = { file: 0o100000, directory: 0o040000, link: 0o120000 } as const

function zipped(zip: Zip, entries: readonly TarEntry[], at: number): Uint8Array {
  const files: Zippable = {}
  for (const { path, type, mode, content, target } of entries) {
    const attrs = ((FILE_TYPES[type] | mode) << 16) >>> 0
    files[path] = [type === 'link' ? Buffer.from(target) : content, { os: 3, attrs }]
  }
  return zip(files, { mtime: zipTime(at) })
}
