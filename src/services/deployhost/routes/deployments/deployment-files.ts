import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { notFound } from '#deployhost/errors.ts'
import { fileTreeJson } from '#deployhost/json/file-tree.ts'
import { bytesOf, storeUpload } from '#deployhost/rules/files.ts'
import type { StoredFile } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requireSomeProjectWrite } from '#deployhost/steps/projects.ts'
import { loadDeployment } from '#deployhost/steps/deployments.ts'

const { get, post } = routesFor<DeployhostCall>()

/** Files: uploaded before a deployment refers to them by digest, and read back from it. */
export const deploymentFilesRoutes = [
  // The body is the file's content. https://vercel.com/docs/rest-api/deployments/upload-deployment-files
  ...atPaths(['/v2/files', '/v2/now/files'], (path) =>
    post('uploadFile', path, requireSomeProjectWrite, ({ rows, bytes, header }) => {
      const digest = header('x-deployhost-digest') ?? header('x-vercel-digest') ?? header('x-now-digest') ?? null
      storeUpload(rows, bytes, { digest, size: header('x-now-size') ?? null })
      return json({})
    }),
  ),
  get('listDeploymentFiles', '/v6/deployments/:id/files', loadDeployment, ({ rows, deployment }) =>
    json(fileTreeJson(rows.deploymentFiles.list('byPath', deployment.id))),
  ),
  ...atPaths(['/v8/deployments/:id/files/:fileId', '/v7/deployments/:id/files/:fileId'], (path) =>
    get('getDeploymentFileContents', path, loadDeployment, (call) =>
      json({ data: bytesOf(contentOf(call, call.deployment.id, call.params.fileId)).toString('base64') }),
    ),
  ),
]

/**
 * Returns the content with this id in a deployment, else the one at the query's `path`, which deployments of a commit
 * use.
 */
function contentOf({ rows, query }: DeployhostCall, deploymentId: string, fileId: string): StoredFile {
  const files = rows.deploymentFiles.list('byPath', deploymentId)
  const path = query.get('path')
  const file = files.find(({ digest }) => digest === fileId) ?? files.find((each) => each.path === path)
  const content = rows.storedFiles.get(file?.digest)
  if (content === undefined) throw notFound('File')
  return content
}
