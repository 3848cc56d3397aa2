import { collection, value } from '#core/store.ts'
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
  /** True when the tag and the assets stay as they were published. */
  readonly immutable?: boolean
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

/** A tag that an immutable release has or had. */
export interface ImmutableTag {
  readonly id: number
  readonly repoId: number
  /** The tag without `refs/tags/`. */
  readonly tagName: string
}

/** A repository whose releases its organization makes immutable. */
export interface ImmutableRepo {
  readonly id: number
  readonly orgId: number
  readonly repoId: number
}

/** The collections of releases and their assets. */
export const releaseCollections = {
  /** The repositories of an organization whose releases it makes immutable. */
  immutableReleases: value<'all' | 'none' | 'selected', [orgId: number]>('none'),
  immutableRepos: collection<ImmutableRepo>()({
    unique: { repo: ['orgId', 'repoId'] },
    references: { orgId: cascade('accounts'), repoId: cascade('repos') },
  }),
  immutableTags: collection<ImmutableTag>()({
    unique: { tag: ['repoId', 'tagName'] },
    references: { repoId: cascade('repos') },
  }),
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
