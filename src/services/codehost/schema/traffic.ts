import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

/** The clones of a repository by one visitor on one day. */
export interface CloneCount {
  readonly id: number
  readonly repoId: number
  /** The beginning of the day in UTC. */
  readonly day: number
  /** The id of a user; 0 for everyone without a token. */
  readonly visitor: number
  readonly count: number
}

/** The collection of clones. */
export const trafficCollections = {
  cloneCounts: collection<CloneCount>()({
    unique: { visitor: ['repoId', 'day', 'visitor'] },
    indexes: { byDay: ['repoId', 'day'] },
    references: { repoId: cascade('repos') },
  }),
}
