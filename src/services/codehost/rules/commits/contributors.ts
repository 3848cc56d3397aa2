import { ancestors } from '#codehost/git/history.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { accountOf } from './authors.ts'
import { branchTip, objectsOf } from '../git/objects.ts'

/** The author of commits. */
export interface Contributor {
  /** Null for an address that belongs to no account. */
  readonly account: Account | null
  readonly name: string
  readonly email: string
  /** The number of commits. */
  readonly contributions: number
}

/** Returns the authors of the default branch's commits, most commits first. Merge commits do not count. */
export function contributorsOf(rows: Rows, repo: Repo): Contributor[] {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return []
  const found = new Map<string, Contributor>()
  for (const { author, parents } of ancestors(objectsOf(rows, repo), tip.sha)) {
    if (parents.length > 1) continue
    const account = accountOf(rows, author) ?? null
    const key = account === null ? author.email : String(account.id)
    const contributions = (found.get(key)?.contributions ?? 0) + 1
    found.set(key, { account, name: author.name, email: author.email, contributions })
  }
  return [...found.values()].sort((left, right) => right.contributions - left.contributions)
}
