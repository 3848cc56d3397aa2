import type { Rows, Site } from '#deployhost/call.ts'
import type { Alias } from '#deployhost/schema.ts'

/** An alias, alone and in the lists of an account. */
export function aliasJson({ rows }: Pick<Site, 'rows'>, alias: Alias) {
  const deployment = rows.deployments.require(alias.deploymentId)
  return {
    uid: alias.id,
    alias: alias.alias,
    created: new Date(alias.createdAt).toISOString(),
    createdAt: alias.createdAt,
    updatedAt: alias.updatedAt,
    creator: creatorJson(rows, alias),
    deployment: { id: deployment.id, url: deployment.url },
    deploymentId: deployment.id,
    projectId: alias.projectId,
    redirect: alias.redirect,
    redirectStatusCode: alias.redirect === null ? null : 307,
    deletedAt: null,
  }
}

/** An alias in the list of its deployment. */
export function aliasOfDeploymentJson(alias: Alias) {
  return {
    uid: alias.id,
    alias: alias.alias,
    created: new Date(alias.createdAt).toISOString(),
    redirect: alias.redirect,
  }
}

function creatorJson(rows: Rows, { creatorId }: Alias) {
  const { id, email, username } = rows.users.require(creatorId)
  return { uid: id, email, username }
}
