import type { Assigning } from './aliases.ts'
import { assign, assignAll } from './aliases.ts'
import { unserve } from './domains.ts'
import { productionHosts } from './hosts.ts'
import { currentProduction } from './current-production.ts'
import type { Project, ProjectDomain } from '../schema.ts'

/** Has a domain lead to what its project has in production, if it may: verified, and for production. */
export function serve(context: Assigning, project: Project, domain: ProjectDomain): void {
  const production = currentProduction(context.rows, project)
  if (production === undefined || !domain.verified) return
  if (domain.gitBranch !== null || domain.customEnvironmentId !== null) {
    unserve(context.rows, domain)
    return
  }
  const { creatorId } = production
  assign(context, domain.name, production, { creatorId, custom: false, redirect: domain.redirect })
}

/**
 * Makes a change to names of which the hosts of projects are made: what they have in production is reached by the new hosts,
 * and still by the old ones.
 */
export function renaming<T>(context: Assigning, projects: readonly Project[], change: () => T): T {
  const { rows } = context
  const before = projects.map((project) => [project.id, currentProduction(rows, project)] as const)
  const result = change()
  for (const [id, production] of before) {
    if (production === undefined) continue
    assignAll(context, production, productionHosts(rows, rows.projects.require(id), production))
  }
  return result
}
