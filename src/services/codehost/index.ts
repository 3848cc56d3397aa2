import { defineService } from '../../core/service.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { finish } from './finish.ts'
import { logins, plant } from './plant.ts'
import { labelRoutes } from './routes/labels.ts'
import { metaRoutes } from './routes/meta.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { webhooks } from './webhooks.ts'

/** A stand-in for the GitHub REST API. https://docs.github.com/rest */
export const codehost = defineService({
  id: 'codehost',
  port: 4001,
  title: 'GitHub REST API',
  seed,
  starter,
  logins,
  collections,
  plant,
  authenticate,
  dialect,
  routes: [...metaRoutes, ...labelRoutes],
  prefixes: ['/api/v3'],
  finish,
  webhooks,
  env: (url) => ({
    CODEHOST_API_BASE: url,
    GITHUB_API_URL: url,
    GITHUB_SERVER_URL: url,
    GHE_HOST: url.replace(/^https?:\/\//, ''),
    GHE_PROTOCOL: new URL(url).protocol.slice(0, -1),
  }),
})
