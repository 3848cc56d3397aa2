import type { Rows } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { wholeNumber } from '../whole-number.ts'

/**
 * Returns the row of a repository with the id that a path has.
 *
 * @throws 404 for an unknown id, and for a row of another repository.
 */
export function findInRepo<R extends { readonly repoId: number }>(
  collection: { get(id: number): R | undefined },
  repo: Pick<Repo, 'id'>,
  id: string,
): R {
  const row = collection.get(wholeNumber(id))
  if (row?.repoId !== repo.id) throw notFound()
  return row
}

/** Returns the repository with a full name, `owner/name`, whatever its case; undefined for none. */
export function repositoryByFullName({ accounts, repos }: Rows, fullName: string): Repo | undefined {
  const [login = '', name = ''] = fullName.toLowerCase().split('/')
  const owner = accounts.find('login', login)
  return owner && repos.find('name', owner.id, name)
}

/** Returns the full names of all repositories, for messages. */
export function fullNamesOf({ accounts, repos }: Rows): string[] {
  return repos.all().map((each) => `${accounts.require(each.ownerId).login}/${each.name}`)
}
