import { defineService } from '#core/define-service.ts'
import { applySeed } from './apply-seed/index.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { collectionCommands, methods } from './commands/collection.ts'
import { stepDown } from './commands/step-down.ts'
import { protocol } from './wire/protocol.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { connectionString, protocolUrl } from './rules/connection-string.ts'
import { timers } from './rules/timers.ts'

/** A stand-in for MongoDB Atlas. https://www.mongodb.com/docs/atlas/api/ */
export const docdb = defineService({
  id: 'docdb',
  port: 4007,
  title: 'MongoDB Atlas',
  hosts,
  seed,
  starter,
  collections,
  // Version 1 had other keys of numbers and dates in its indexes.
  stateVersion: 2,
  applySeed,
  authenticate,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  protocol,
  commands: { collection: collectionCommands, stepDown },
  methods,
  timers,
  env: (url, section, _shared, _ports, urls) => ({
    DOCDB_API_BASE: url,
    MONGODB_URI: connectionString(protocolUrl(urls), { user: section.database_users[0] }),
    MONGODB_ATLAS_BASE_URL: url,
    MONGODB_ATLAS_PUBLIC_API_KEY: section.api_keys[0]?.public_key ?? 'backlot',
    MONGODB_ATLAS_PRIVATE_API_KEY: section.api_keys[0]?.private_key ?? 'backlot-private-key',
  }),
})
