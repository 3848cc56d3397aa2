import { collection, value } from '#core/store.ts'
import { cascade } from './keys.ts'

// Files that jobs send and fetch while they run, and the subjects of their identity tokens.

/** A file that a job is uploading, or has uploaded: an artifact or a cache. */
export interface Upload {
  readonly id: number
  readonly runId: number
  readonly kind: 'artifact' | 'cache'
  /** The name of the artifact, or the key of the cache. */
  readonly name: string
  /** The version of the cache; empty for an artifact. */
  readonly version: string
  /** The blocks that are not in `content` yet, in base64, by their ids. */
  readonly blocks: Readonly<Record<string, string>>
  /** In base64; null until the blocks are put together. */
  readonly content: string | null
  /** When the artifact expires; null for the usual time, and for a cache. */
  readonly expiresAt: number | null
}

/** A cache of a repository's jobs. */
export interface ActionsCache {
  readonly id: number
  readonly repoId: number
  /** The full name of the ref whose runs made it: `refs/heads/main`. */
  readonly ref: string
  readonly key: string
  /** A hash of the paths and the compression. */
  readonly version: string
  /** In base64. */
  readonly content: string
  /** In bytes. */
  readonly size: number
  readonly createdAt: number
  readonly lastAccessedAt: number
}

/** The claims of which the subject of an identity token is made. */
export interface SubjectTemplate {
  /** True for the vendor's subject in place of the one of the keys. */
  readonly useDefault: boolean
  readonly claimKeys: readonly string[]
}

/** The collections of uploads and caches. */
export const resultsCollections = {
  uploads: collection<Upload>()({
    unique: { name: ['runId', 'kind', 'name', 'version'] },
    references: { runId: cascade('workflowRuns') },
  }),
  actionsCaches: collection<ActionsCache>()({
    unique: { key: ['repoId', 'ref', 'key', 'version'] },
    indexes: {
      accessed: ['repoId', 'lastAccessedAt'],
      byKey: ['repoId', 'version', 'key', 'createdAt'],
    },
    references: { repoId: cascade('repos') },
  }),
  /** The custom properties of repositories that an organization adds to the tokens, in the order in which it did. */
  tokenProperties: value<readonly string[], [orgId: number]>([]),
  subjectTemplates: value<SubjectTemplate, [owner: 'repo' | 'org', id: number]>({ useDefault: true, claimKeys: [] }),
}
