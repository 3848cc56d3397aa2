import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { buildJson, deploymentJson, listedDeploymentJson } from '#deployhost/json/deployment.ts'
import { pageOf, pageQuery, withOlderNames } from '#deployhost/rules/page.ts'
import { cancelBuild } from '#deployhost/rules/builds.ts'
import { emitDeployment } from '#deployhost/rules/deployment-events.ts'
import { requestedDeployments } from '#deployhost/rules/deployment-lists.ts'
import { createDeployment } from '#deployhost/rules/new-deployment.ts'
import { abortReleaseOf } from '#deployhost/rules/rolling-releases.ts'
import { atPaths } from '../versions.ts'
import { requireSomeProjectWrite } from '#deployhost/steps/projects.ts'
import { loadAccount } from '#deployhost/steps/accounts.ts'
import { requireDeploymentWrite, requireDeploymentDelete, loadDeployment } from '#deployhost/steps/deployments.ts'
import { answerPage } from '#deployhost/json/page.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const text = v.string()
const member = v.optional(text)
const setting = v.optional(v.nullable(text))

const FileInput = v.object({
  file: text,
  data: member,
  encoding: v.optional(v.picklist(['base64', 'utf-8'])),
  sha: member,
  size: v.optional(v.number()),
  mode: v.optional(v.number()),
})

const GitSourceInput = v.intersect([
  v.object({ type: text, ref: member, sha: member }),
  v.record(text, v.union([text, v.number()])),
])

const GitMetadata = v.object({
  remoteUrl: member,
  commitAuthorName: member,
  commitAuthorEmail: member,
  commitMessage: member,
  commitRef: member,
  commitSha: member,
  dirty: v.optional(v.boolean()),
})

const ProjectSettings = v.object({
  buildCommand: setting,
  commandForIgnoringBuildStep: setting,
  devCommand: setting,
  framework: setting,
  installCommand: setting,
  nodeVersion: member,
  outputDirectory: setting,
  rootDirectory: setting,
  sourceFilesOutsideRootDirectory: v.optional(v.boolean()),
})

// Further members that the vendor's command line sends (`version`, `builds`, `regions`, …) are ignored.
const DeploymentInput = v.object({
  name: v.pipe(text, v.minLength(1, 'should NOT be shorter than 1 characters')),
  project: member,
  deploymentId: member,
  files: v.optional(v.array(FileInput)),
  gitSource: v.optional(GitSourceInput),
  gitMetadata: v.optional(GitMetadata),
  meta: v.optional(v.record(text, text)),
  projectSettings: v.optional(ProjectSettings),
  target: v.optional(v.nullable(text)),
  customEnvironmentSlugOrId: member,
  withLatestCommit: v.optional(v.boolean()),
  autoAssignCustomDomains: v.optional(v.boolean()),
})

/** Deployments of an account. https://vercel.com/docs/rest-api/deployments */
export const deploymentsRoutes = [
  ...atPaths(['/v13/deployments', '/v12/deployments', '/v12/now/deployments'], (path) =>
    post('createDeployment', path, requireSomeProjectWrite, body(DeploymentInput), (call) =>
      json(deploymentJson(call, createDeployment(call, call.body))),
    ),
  ),
  ...atPaths(['/v7/deployments', '/v6/deployments', '/v5/deployments', '/v3/now/deployments'], (path) =>
    get('getDeployments', path, loadAccount, (call) => {
      return answerPage(
        'deployments',
        pageOf(pageQuery(withOlderNames(call)), requestedDeployments(call, call.account)),
        (deployment) => listedDeploymentJson(call, deployment),
      )
    }),
  ),
  ...atPaths(['/v13/deployments/:id', '/v12/deployments/:id', '/v11/deployments/:id'], (path) =>
    get('getDeployment', path, loadDeployment, (call) => {
      const withGitRepoInfo = call.query.get('withGitRepoInfo') === 'true'
      return json(deploymentJson(call, call.deployment, { withGitRepoInfo }))
    }),
  ),
  get('getDeploymentBuilds', '/v11/deployments/:id/builds', loadDeployment, (call) =>
    json({ builds: [buildJson(call.deployment)] }),
  ),
  patch('cancelDeployment', '/v12/deployments/:id/cancel', requireDeploymentWrite, (call) =>
    json(deploymentJson(call, cancelBuild(call, call.deployment, call.user))),
  ),
  ...atPaths(['/v13/deployments/:id', '/v12/deployments/:id', '/v11/deployments/:id', '/now/deployments/:id'], (path) =>
    del('deleteDeployment', path, requireDeploymentDelete, (call) => {
      const { rows, deployment, user } = call
      abortReleaseOf(call, deployment, user)
      emitDeployment(call, 'deployment.cleanup', deployment, { user })
      rows.deployments.delete(deployment.id)
      return json({ uid: deployment.id, state: 'DELETED' })
    }),
  ),
]
