import { notFound } from '#codehost/errors.ts'
import type { PagesDeployment, PagesSite } from '#codehost/schema/pages.ts'
import type { CallInRepo } from './access.ts'

/**
 * A step: loads the site of the repository. Runs after the step that loads the repository.
 *
 * @throws 404 for a repository without one.
 */
export function loadPagesSite({ rows, repo }: CallInRepo<never>): { readonly site: PagesSite } {
  const site = rows.pagesSites.find('repo', repo.id)
  if (site === undefined) throw notFound()
  return { site }
}

/**
 * A step: loads the latest deployment of the version that the path names. Runs after the step that loads the
 * repository.
 *
 * @throws 404.
 */
export function loadPagesDeployment({ rows, repo, params }: CallInRepo<'pages_deployment_id'>): {
  readonly deployment: PagesDeployment
} {
  const deployment = rows.pagesDeployments.list('byVersion', repo.id, params.pages_deployment_id).at(-1)
  if (deployment === undefined) throw notFound()
  return { deployment }
}
