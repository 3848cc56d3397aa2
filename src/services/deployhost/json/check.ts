import type { Check } from '#deployhost/schema.ts'

/** A check of a deployment. https://vercel.com/docs/rest-api/checks/get-a-single-check */
export function checkJson(check: Check) {
  const { path, detailsUrl, externalId, conclusion, output, startedAt, completedAt } = check
  return {
    id: check.id,
    name: check.name,
    ...(path === null ? {} : { path }),
    status: check.status,
    ...(conclusion === null ? {} : { conclusion }),
    blocking: check.blocking,
    ...(output === null ? {} : { output }),
    ...(detailsUrl === null ? {} : { detailsUrl }),
    integrationId: check.integrationId,
    deploymentId: check.deploymentId,
    ...(externalId === null ? {} : { externalId }),
    createdAt: check.createdAt,
    updatedAt: check.updatedAt,
    ...(startedAt === null ? {} : { startedAt }),
    ...(completedAt === null ? {} : { completedAt }),
    rerequestable: check.rerequestable,
  }
}
