import type { AccountAccess } from './access.ts'
import { emit, type Emitter } from '#deployhost/webhooks.ts'
import type { Domain, EnvVariable, Project, ProjectDomain } from '#deployhost/schema.ts'

type EventContext = Emitter & AccountAccess

/** Emits an event of a project. https://vercel.com/docs/webhooks/webhooks-api#project.created */
export function emitProject(
  call: EventContext,
  type: 'project.created' | 'project.removed' | 'project.renamed',
  project: Project,
  members: Readonly<Record<string, unknown>> = {},
): void {
  const { account, user } = call
  const payload = () => ({ project: namedProject(project), ...members })
  emit(call, { type, account, user, projectId: project.id, payload })
}

/** Emits an event of a project domain. */
export function emitProjectDomain(
  call: EventContext,
  change: 'created' | 'updated' | 'deleted' | 'verified' | 'moved',
  project: Project,
  domain: ProjectDomain,
  members: Readonly<Record<string, unknown>> = {},
): void {
  const { account, user } = call
  const { name, apexName, redirect, redirectStatusCode, gitBranch, verified } = domain
  const described = { name, apexName, redirect, redirectStatusCode, gitBranch, verified }
  const payload = () => ({ project: namedProject(project), domain: described, ...members })
  emit(call, { type: `project.domain.${change}`, account, user, projectId: project.id, payload })
}

/** Emits an event of a domain. https://vercel.com/docs/webhooks/webhooks-api#domain.created */
export function emitDomain(call: EventContext, type: 'domain.created', domain: Domain): void {
  const { account, user } = call
  const payload = () => ({ domain: { name: domain.name, delegated: domain.zone } })
  emit(call, { type, account, user, projectId: null, payload })
}

/** Emits an event of an environment variable, without its value. */
export function emitVariable(
  call: EventContext,
  change: 'created' | 'updated' | 'deleted',
  project: Project,
  { id, key, type, target, gitBranch }: EnvVariable,
): void {
  const { account, user } = call
  const payload = () => ({
    project: namedProject(project),
    envVar: { id, key, type, target, ...(gitBranch === null ? {} : { gitBranch }) },
  })
  emit(call, { type: `project.env-variable.${change}`, account, user, projectId: project.id, payload })
}

function namedProject({ id, name }: Project) {
  return { id, name }
}
