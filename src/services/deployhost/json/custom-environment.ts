import type { Rows } from '#deployhost/call.ts'
import type { CustomEnvironment } from '#deployhost/schema.ts'
import { projectDomainJson } from './domain.ts'

/**
 * A custom environment of a project.
 * https://vercel.com/docs/rest-api/environment/retrieve-a-custom-environment
 */
export function customEnvironmentJson(environment: CustomEnvironment) {
  const { id, slug, description, branchMatcher, createdAt, updatedAt } = environment
  return {
    id,
    slug,
    type: 'preview',
    ...(description === null ? {} : { description }),
    ...(branchMatcher === null ? {} : { branchMatcher }),
    createdAt,
    updatedAt,
  }
}

/** A custom environment with its domains. */
export function customEnvironmentWithDomainsJson(rows: Rows, environment: CustomEnvironment) {
  const domains = rows.projectDomains
    .list('byProject', environment.projectId)
    .filter(({ customEnvironmentId }) => customEnvironmentId === environment.id)
  return { ...customEnvironmentJson(environment), domains: domains.map(projectDomainJson) }
}
