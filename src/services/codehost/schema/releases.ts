import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

// Releases and their assets.

/** A release of a tag, with notes and files, or the draft of a release. */
export interface Release {
  readonly id: number
  readonly repoId: number
  /**
   * The tag without `refs/tags/`. The tag of a draft may not exist yet, and drafts may share a tag with other releases.
   */
  readonly tagName: string
  readonly targetCommitish: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  /**
   * True for the release that a user chose as the latest. A repository has at most one; drafts and prereleases cannot
   * be it.
   */
  readonly latest: boolean
  readonly authorId: number
  /** The discussion about the release; absent or null for none. */
  readonly discussionId?: number | null
  /** The time of the tagged commit. */
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
  /** The size in bytes. */
  readonly size: number
  /** `sha256:` and hexadecimal digits. */
  readonly digest: string
  /** The contents in base64. */
  readonly content: string
  readonly downloadCount: number
  readonly uploaderId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collections of releases and their assets. */
export const releaseCollections = {
  releases: collection<Release>()({
    unique: { tag: [(row) => (row.draft ? null : row.repoId), 'tagName'] },
    indexes: {
      created: ['repoId', 'createdAt'],
      published: [(row) => (row.draft ? null : row.repoId), 'createdAt'],
      // Releases that can be the latest.
      full: [(row) => (row.draft || row.prerelease ? null : row.repoId), 'createdAt'],
      latest: [(row) => (row.latest ? row.repoId : null)],
    },
    references: { repoId: cascade('repos'), authorId: cascade('accounts'), discussionId: setNull('discussions') },
  }),
  releaseAssets: collection<ReleaseAsset>()({
    unique: { name: ['releaseId', 'name'] },
    references: { repoId: cascade('repos'), releaseId: cascade('releases'), uploaderId: setNull('accounts') },
  }),
}
