import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { invalidRequest, notFound } from '#deployhost/errors.ts'
import { backupJson, listedBackupJson } from '#deployhost/json/edge-config.ts'
import { restoreBackup } from '#deployhost/rules/edge-configs.ts'
import type { EdgeConfig, EdgeConfigBackup } from '#deployhost/schema.ts'
import { loadEdgeConfig, requireEdgeConfigWrite } from '#deployhost/steps/edge-configs.ts'
import { atPaths } from '../versions.ts'
import { edgeConfigPaths } from './paths.ts'

const { get, post } = routesFor<DeployhostCall>()

/** The number of backups on a page, and the largest that a client may set. */
const PAGE = 20
const LARGEST_PAGE = 50

/** The backups of an Edge Config. https://vercel.com/docs/edge-config/edge-config-backups */
export const edgeConfigBackupsRoutes = [
  ...atPaths(edgeConfigPaths('/:edgeConfigId/backups'), (path) =>
    get('getEdgeConfigBackups', path, loadEdgeConfig, ({ rows, edgeConfig, query }) => {
      const limit = Number(query.get('limit') ?? PAGE)
      if (!(limit >= 0 && limit <= LARGEST_PAGE)) throw invalidRequest(`\`limit\` should be <= ${LARGEST_PAGE}`)
      const newestFirst = rows.edgeConfigBackups.list('byEdgeConfig', edgeConfig.id).toReversed()
      const next = query.get('next')
      const start = next === null ? 0 : newestFirst.findIndex(({ id }) => id === next) + 1
      const page = newestFirst.slice(start, start + limit)
      const hasNext = start + limit < newestFirst.length
      const last = page.at(-1)
      return json({
        backups: page.map((backup) => listedBackupJson(backup, { withMetadata: query.has('metadata') })),
        pagination: { hasNext, ...(hasNext && last !== undefined ? { next: last.id } : {}) },
      })
    }),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/backups/:edgeConfigBackupVersionId'), (path) =>
    get('getEdgeConfigBackup', path, loadEdgeConfig, ({ rows, edgeConfig, params }) =>
      json(backupJson(rows, findBackup(rows, edgeConfig, params.edgeConfigBackupVersionId))),
    ),
  ),
  ...atPaths(edgeConfigPaths('/:edgeConfigId/backups/:edgeConfigBackupVersionId/restore'), (path) =>
    post('restoreEdgeConfigBackup', path, requireEdgeConfigWrite, (call) => {
      const { rows, edgeConfig, user, params } = call
      const backup = findBackup(rows, edgeConfig, params.edgeConfigBackupVersionId)
      const { digest } = restoreBackup(call, edgeConfig, user, backup)
      return json({ status: 'ok', restoredFrom: backup.id, digest, previousDigest: edgeConfig.digest })
    }),
  ),
]

/**
 * Returns the backup of an Edge Config with this id.
 *
 * @throws 404.
 */
function findBackup(rows: Rows, edgeConfig: EdgeConfig, id: string): EdgeConfigBackup {
  const backup = rows.edgeConfigBackups.get(id)
  if (backup?.edgeConfigId !== edgeConfig.id) throw notFound('Edge Config backup')
  return backup
}
