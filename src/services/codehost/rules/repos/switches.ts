import type { Rows } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { RepositorySwitch } from '#codehost/schema/social.ts'

/** Turns a setting of a repository on or off that has operations of its own. */
export function turn(rows: Rows, repo: Repo, name: RepositorySwitch, isNowOn: boolean): void {
  const others = rows.repositorySwitches.get(repo.id).filter((each) => each !== name)
  rows.repositorySwitches.set(isNowOn ? [...others, name] : others, repo.id)
}

/** Returns whether a setting of a repository is on that has operations of its own. */
export function isOn(rows: Rows, repo: Repo, name: RepositorySwitch): boolean {
  return rows.repositorySwitches.get(repo.id).includes(name)
}
