import { collection } from '../../../core/store.ts'
import { cascade, setNull } from './keys.ts'

// Releases and their assets.

/** A release: a tag that is presented with notes and files, or the draft of one. */
export interface Release {
  readonly id: number
  readonly repoId: number
  /** Without `refs/tags/`; of a draft the tag need not be there, and other releases may have the same. */
  readonly tagName: string
  readonly targetCommitish: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  /** Whether somebody chose it as the latest: at most one of a repository, neither draft nor prerelease. */
  readonly latest: boolean
  readonly authorId: number
  /** When its commit was made. */
  readonly createdAt: number
  readonly publishedAt: number | null
  readonly updatedAt: number
}

/** A file of a release. */
export interface ReleaseAsset {
  readonly id: number
  readonly repoId: number
  readonly releaseId: number
  readonly name: string
  readonly label: string | null
  readonly contentType: string
  /** In bytes. */
  readonly size: number
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string
  /** The bytes in base64. */
  readonly content: string
  readonly downloadCount: number
  readonly uploaderId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export const releaseCollections = {
  releases: collection<Release>()({
    unique: { tag: [(row) => (row.draft ? null : row.repoId), 'tagName'] },
    indexes: {
      created: ['repoId', 'createdAt'],
      published: [(row) => (row.draft ? null : row.repoId), 'createdAt'],
      // What may be the latest.
      full: [(row) => (row.draft || row.prerelease ? null : row.repoId), 'createdAt'],
      latest: [(row) => (row.latest ? row.repoId : null)],
    },
    references: { repoId: cascade('repos'), authorId: cascade('accounts') },
  }),
  releaseAssets: collection<ReleaseAsset>()({
    unique: { name: ['releaseId', 'name'] },
    references: { repoId: cascade('repos'), releaseId: cascade('releases'), uploaderId: setNull('accounts') },
  }),
}
