import { json } from '#core/answer.ts'
import { isRecord } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { variablesFor } from '#deployhost/rules/environment-values.ts'
import { findDeployment } from '#deployhost/rules/deployments.ts'
import { findProject, type AccountAccess } from '#deployhost/rules/access.ts'
import { customEnvironmentOf } from '#deployhost/rules/custom-environments.ts'
import { projectIdentityToken } from '#deployhost/oauth/deployment-identity.ts'
import type { Project } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { loadAccount } from '#deployhost/steps/accounts.ts'

const { get } = routesFor<DeployhostCall>()

const PATHS = [
  '/v3/env/pull/:projectId',
  '/v3/env/pull/:projectId/:target',
  '/v3/env/pull/:projectId/:target/:gitBranch',
] as const

/**
 * The values that the vendor's command line writes to a file: those of a target, and with a branch of previews those of
 * the branch. A deployment's id stands for its project, target and branch.
 */
export const envPullRoutes = atPaths(PATHS, (path) =>
  get('pullEnv', path, loadAccount, (call) => {
    const { rows, user } = call
    const { project, environment, branch } = requestedEnvironment(call)
    const buildEnv = variablesFor(rows, project, environment, branch)
    const name = customEnvironmentOf(rows, project, environment)?.slug ?? environment
    const identity = hasIdentity(project) ? { VERCEL_OIDC_TOKEN: projectIdentityToken(call, project, user, name) } : {}
    return json({ env: { ...buildEnv, ...identity }, buildEnv })
  }),
)

interface RequestedEnvironment {
  readonly project: Project
  /** A target, or the slug or id of a custom environment. */
  readonly environment: string
  readonly branch: string | null
}

/**
 * Returns the environment that the path names.
 *
 * @throws 404 for an unknown project or deployment.
 */
function requestedEnvironment({ rows, account, params }: DeployhostCall & AccountAccess): RequestedEnvironment {
  const { projectId = '', target = 'development', gitBranch = null } = params
  if (!projectId.startsWith('dpl_')) {
    return { project: findProject(rows, account, projectId), environment: target, branch: gitBranch }
  }
  const deployment = findDeployment(rows, account, projectId)
  return {
    project: rows.projects.require(deployment.projectId),
    environment: deployment.target ?? deployment.customEnvironmentId ?? 'preview',
    branch: deployment.branch,
  }
}

/** True unless the project's settings turn its tokens off. */
function hasIdentity({ settings }: Project): boolean {
  const config = settings['oidcTokenConfig']
  return !(isRecord(config) && config['enabled'] === false)
}
