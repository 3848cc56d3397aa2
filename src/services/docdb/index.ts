import { defineService } from '../../core/define-service.ts'
import { applySeed } from './apply-seed.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { adminRoutes } from './routes/admin.ts'
import { settleCluster } from './rules/admin/clusters.ts'
import { deleteExpiredEntry } from './rules/admin/access-list.ts'
import { deleteExpiredUser } from './rules/admin/database-users.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'

/** A stand-in for MongoDB Atlas. https://www.mongodb.com/docs/atlas/api/ */
export const docdb = defineService({
  id: 'docdb',
  port: 4007,
  title: 'MongoDB Atlas',
  seed,
  starter,
  collections,
  applySeed,
  authenticate,
  dialect,
  routes: [...adminRoutes],
  timers: { settleCluster, deleteDatabaseUser: deleteExpiredUser, deleteAccessEntry: deleteExpiredEntry },
  env: (url, section) => ({
    DOCDB_API_BASE: url,
    MONGODB_ATLAS_BASE_URL: url,
    MONGODB_ATLAS_PUBLIC_API_KEY: section.api_keys[0]?.public_key ?? 'backlot',
    MONGODB_ATLAS_PRIVATE_API_KEY: section.api_keys[0]?.private_key ?? 'backlot-private-key',
  }),
})
