import type { AliasContext } from './aliases.ts'
import { assignAlias, assignAliases } from './aliases.ts'
import { stopServing } from './domains.ts'
import { productionHosts } from './hosts.ts'
import { currentProduction } from './current-production.ts'
import type { Project, ProjectDomain } from '#deployhost/schema.ts'

/** Points a verified production domain at its project's current production deployment. */
export function serveDomain(context: AliasContext, project: Project, domain: ProjectDomain): void {
  const production = currentProduction(context.rows, project)
  if (production === undefined || !domain.verified) return
  if (domain.gitBranch !== null || domain.customEnvironmentId !== null) {
    stopServing(context.rows, domain)
    return
  }
  const { creatorId } = production
  assignAlias(context, domain.name, production, { creatorId, custom: false, redirect: domain.redirect })
}

/**
 * Carries out a change of names that hosts are made of: production deployments get the new hosts and keep the old ones.
 */
export function renameHosts<T>(context: AliasContext, projects: readonly Project[], change: () => T): T {
  const { rows } = context
  const before = projects.map((project) => [project.id, currentProduction(rows, project)] as const)
  const result = change()
  for (const [id, production] of before) {
    if (production === undefined) continue
    assignAliases(context, production, productionHosts(rows, rows.projects.require(id), production))
  }
  return result
}
