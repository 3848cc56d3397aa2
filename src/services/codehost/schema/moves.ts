import { collection } from '#core/store.ts'
import { cascade, lower } from './keys.ts'

// Former names, from which the vendor redirects.

/** A former owner and name of a repository. */
export interface FormerRepository {
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly repoId: number
}

/** A former name of a branch. */
export interface FormerBranch {
  readonly id: number
  readonly repoId: number
  readonly name: string
  readonly newName: string
}

/** A former login of a user or an organization. */
export interface FormerLogin {
  readonly id: number
  readonly login: string
  readonly accountId: number
}

/** The collections of former names. */
export const moveCollections = {
  formerRepositories: collection<FormerRepository>()({
    unique: { name: ['ownerId', lower('name')] },
    references: { ownerId: cascade('accounts'), repoId: cascade('repos') },
  }),
  formerBranches: collection<FormerBranch>()({
    unique: { name: ['repoId', 'name'] },
    references: { repoId: cascade('repos') },
  }),
  formerLogins: collection<FormerLogin>()({
    unique: { login: [lower('login')] },
    references: { accountId: cascade('accounts') },
  }),
}
