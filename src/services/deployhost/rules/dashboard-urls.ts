import type { Rows } from '#deployhost/call.ts'
import type { Deployment, Project } from '#deployhost/schema.ts'
import { scopeSlug } from './hosts.ts'

/** Returns the URL of a deployment's page in the vendor's dashboard. */
export function inspectorUrl(rows: Rows, project: Project, { id }: Pick<Deployment, 'id'>): string {
  return `${dashboardUrl(rows, project)}/${id.replace(/^dpl_/, '')}`
}

/** Returns the URL of a project's page in the vendor's dashboard. */
export function dashboardUrl(rows: Rows, project: Project): string {
  return `https://vercel.com/${scopeSlug(rows, project.accountId)}/${project.name}`
}
