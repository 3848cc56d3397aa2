import { defineService } from '#core/define-service.ts'
import { applySeed } from './apply-seed/index.ts'
import { authenticate } from './auth.ts'
import { authenticate as authenticateCommand } from './commands/authenticate.ts'
import { card } from './commands/card.ts'
import { dispute } from './commands/dispute.ts'
import { dialect } from './json/errors.ts'
import { hosts } from './hosts.ts'
import { finish } from './routes/finish.ts'
import { methods } from './commands/methods.ts'
import { pay } from './commands/pay.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter, type Section } from './seed.ts'
import { timers } from './rules/timers.ts'
import { unimplemented } from './routes/unimplemented.ts'
import { webhooks } from './webhooks.ts'

/** A stand-in for the Stripe API. https://docs.stripe.com/api */
export const payments = defineService({
  id: 'payments',
  port: 4010,
  title: 'Stripe API',
  hosts,
  seed,
  starter,
  collections,
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  unimplemented,
  finish,
  webhooks,
  commands: { card, authenticate: authenticateCommand, dispute, pay },
  methods,
  timers,
  env: (url, section) => ({
    PAYMENTS_API_BASE: url,
    STRIPE_API_BASE: url,
    STRIPE_SECRET_KEY: keyOf(section, 'sk_test_'),
    STRIPE_PUBLISHABLE_KEY: keyOf(section, 'pk_test_'),
    ...webhookSecretOf(section),
  }),
})

/** Returns the first listed key of a kind. Without one, every key of the kind is accepted. */
function keyOf({ api_keys: keys }: Section, prefix: string): string {
  return keys.find(({ key }) => key.startsWith(prefix))?.key ?? `${prefix}backlot`
}

function webhookSecretOf({ webhook_endpoints: endpoints }: Section): Readonly<Record<string, string>> {
  const secret = endpoints.find((each) => each.secret !== undefined)?.secret
  return secret === undefined ? {} : { STRIPE_WEBHOOK_SECRET: secret }
}
