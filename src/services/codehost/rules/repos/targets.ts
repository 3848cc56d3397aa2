import { archived } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Repo } from '../../schema/repos.ts'

/** What hooks, secrets and variables hang on: a repository or an organization. */
export type Target = { readonly repo: Repo; readonly org: null } | { readonly repo: null; readonly org: Account }

/** The columns of a row that say what it hangs on. */
export function targetColumns({ repo, org }: Target): {
  readonly repoId: number | null
  readonly orgId: number | null
} {
  return { repoId: repo?.id ?? null, orgId: org?.id ?? null }
}

/** A step: the repository takes changes. 403 when it is archived. */
export function requireNotArchived({ target }: { readonly target: Target }): void {
  if (target.repo?.archived === true) throw archived()
}
