import type { Repo } from '#codehost/schema/repos.ts'
import { branchRef, type GitRepo, type GitRows } from './objects.ts'

/** A ref as clients of git are told of it. */
export interface AdvertisedRef {
  readonly name: string
  readonly sha: string
  /** The object that an annotated tag leads to; null for a ref that names no tag. */
  readonly peeled: string | null
}

/** The ref that `HEAD` stands for, which does not exist in an empty repository. */
export function headTarget({ defaultBranch }: Pick<Repo, 'defaultBranch'>): string {
  return `refs/heads/${defaultBranch}`
}

/** Returns the refs of a repository by name, after `HEAD` where its branch exists. */
export function advertisedRefs(rows: GitRows, repo: GitRepo): AdvertisedRef[] {
  const head = branchRef(rows, repo, repo.defaultBranch)
  const refs = rows.refs
    .list('byName', repo.id)
    .map(({ name, sha }) => ({ name, sha, peeled: peeled(rows, repo, sha) }))
  return head === undefined ? refs : [{ name: 'HEAD', sha: head.sha, peeled: null }, ...refs]
}

function peeled(rows: GitRows, repo: GitRepo, sha: string): string | null {
  let found: string | null = null
  for (let object = rows.objects.get(`${repo.id} ${sha}`)?.object; object?.kind === 'tag';) {
    found = object.object
    object = rows.objects.get(`${repo.id} ${found}`)?.object
  }
  return found
}
