import type { Drain } from '#deployhost/schema.ts'

/** A drain. https://vercel.com/docs/rest-api/drains */
export function drainJson(drain: Drain) {
  const { projectIds, delivery, filterV2, sampling } = drain
  return {
    id: drain.id,
    ownerId: drain.accountId,
    teamId: drain.teamId,
    name: drain.name,
    createdAt: drain.createdAt,
    updatedAt: drain.updatedAt,
    ...(projectIds === null ? {} : { projectIds }),
    schemas: drain.schemas,
    ...(delivery === null ? {} : { delivery }),
    ...(sampling === null ? {} : { sampling }),
    ...(filterV2 === null ? {} : { filterV2 }),
    source: drain.source,
    status: drain.status,
  }
}

/** A drain in a list with metadata. */
export function drainWithAccessJson(drain: Drain) {
  const { projectIds } = drain
  return {
    ...drainJson(drain),
    projectAccess:
      projectIds === null ? { access: 'all', managedBy: 'drain' } : { access: 'some', projectIds, managedBy: 'drain' },
  }
}
