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
