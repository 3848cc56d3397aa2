import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { variablesFor } from '#deployhost/rules/env.ts'
import { findDeployment } from '#deployhost/rules/deployments.ts'
import { findProject } from '#deployhost/rules/access.ts'
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
    const { rows, account } = call
    const params: Readonly<Record<string, string>> = call.params
    const { projectId = '', target = 'development', gitBranch = null } = params
    if (!projectId.startsWith('dpl_')) {
      const env = variablesFor(rows, findProject(rows, account, projectId), target, gitBranch)
      return json({ env, buildEnv: env })
    }
    const deployment = findDeployment(rows, account, projectId)
    const project = rows.projects.require(deployment.projectId)
    const env = variablesFor(
      rows,
      project,
      deployment.target ?? deployment.customEnvironmentId ?? 'preview',
      deployment.branch,
    )
    return json({ env, buildEnv: env })
  }),
)
