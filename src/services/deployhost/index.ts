import { tokenVariables, usableToken } from '#core/seed/seed-tokens.ts'
import { defineService } from '#core/define-service.ts'
import { ALL_SCOPES, authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { finish } from './routes/finish.ts'
import { failBuild } from './commands/fail-build.ts'
import { logins, applySeed } from './apply-seed/index.ts'
import { buildTimers } from './rules/builds.ts'
import { releaseTimers } from './rules/rolling-releases.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { authorize, signIn } from './commands/sign-in.ts'
import { withVersionErrors } from './routes/versions.ts'
import { webhooks } from './webhooks.ts'
import { unimplemented } from './routes/unimplemented.ts'

/** The largest body of an upload that is held in memory, in bytes. */
const LARGEST_BLOB_IN_MEMORY = 8 * 1024 * 1024

/** A stand-in for the Vercel REST API. https://vercel.com/docs/rest-api */
export const deployhost = defineService({
  id: 'deployhost',
  port: 4000,
  title: 'Vercel REST API',
  hosts,
  seed,
  starter,
  starterScopes: [...ALL_SCOPES],
  logins,
  collections,
  // Version 1 had projects without a key of their last change.
  stateVersion: 2,
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  dialect: withVersionErrors(dialect, unimplemented),
  routes: { operations, load: () => import('./routes/index.ts') },
  unimplemented,
  finish,
  webhooks,
  timers: { ...buildTimers, ...releaseTimers },
  commands: { signIn, authorize, failBuild },
  spoolAbove: ({ path }) => (path.startsWith('/api/blob') ? LARGEST_BLOB_IN_MEMORY : undefined),
  env: (url, section, shared, _ports, { real }) => {
    const token = usableToken(shared, logins(section), ALL_SCOPES)
    const blobToken = section.blob_stores[0]?.token
    return {
      DEPLOYHOST_API_BASE: url,
      ...(real ? {} : { VERCEL_BLOB_API_URL: `${url}/api/blob` }),
      ...(blobToken === undefined ? {} : { BLOB_READ_WRITE_TOKEN: blobToken }),
      ...tokenVariables(token, 'DEPLOYHOST_TOKEN', 'VERCEL_TOKEN'),
    }
  },
})
