import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** The dependencies of a commit that a tool has found, one snapshot for each job of each detector. */
export interface DependencySnapshot {
  readonly id: number
  readonly repoId: number
  readonly sha: string
  readonly detector: string
  readonly correlator: string
  readonly manifests: readonly {
    readonly path: string
    readonly dependencies: readonly {
      /** A package URL: `pkg:npm/lodash@4.17.21`. */
      readonly packageUrl: string
      readonly scope: 'runtime' | 'development'
    }[]
  }[]
  readonly createdAt: number
}

/** A report of the dependencies of a commit, which someone has asked for. */
export interface SbomReport {
  readonly id: number
  readonly uuid: string
  readonly repoId: number
  /** Null for a repository without commits. */
  readonly sha: string | null
  readonly createdAt: number
}

/** The collections of snapshots and reports. */
export const dependencyCollections = {
  dependencySnapshots: collection<DependencySnapshot>()({
    unique: { job: ['repoId', 'sha', 'detector', 'correlator'] },
    indexes: { byCommit: ['repoId', 'sha'] },
    references: { repoId: cascade('repos') },
  }),
  sbomReports: collection<SbomReport>()({
    unique: { uuid: ['uuid'] },
    references: { repoId: cascade('repos') },
  }),
}
