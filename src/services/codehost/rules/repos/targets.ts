import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The owner of hooks, secrets and variables: a repository or an organization. */
export type Target = { readonly repo: Repo; readonly org: null } | { readonly repo: null; readonly org: Account }

/** Returns the columns that store a target. */
export function targetColumns({ repo, org }: Target): {
  readonly repoId: number | null
  readonly orgId: number | null
} {
  return { repoId: repo?.id ?? null, orgId: org?.id ?? null }
}
