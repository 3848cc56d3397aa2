import { defineService } from '#core/define-service.ts'
import { authenticate } from './auth.ts'
import { crossOrigin } from './routes/cross-origin.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { finish } from './routes/finish.ts'
import { EXAMPLE_KEY, applySeed } from './apply-seed/index.ts'
import { lifecycleTimers } from './rules/s3/lifecycle/run.ts'
import { accessLogTimers } from './rules/s3/access-logs/deliver.ts'
import { restoreTimers } from './rules/s3/objects/archive.ts'
import { moveTimers } from './rules/sqs/move-tasks.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { seed, starter } from './seed.ts'
import { sqs } from './commands/sqs.ts'

/** The service that stands in for S3, SQS, IAM and STS on one endpoint. https://docs.aws.amazon.com/ */
export const cloud = defineService({
  id: 'cloud',
  port: 4006,
  title: 'AWS S3, SQS, IAM and STS',
  hosts,
  seed,
  starter,
  collections,
  // Version 1 had buckets without named configurations, and versions without a state of restoration; version 2 queues
  // without a region; version 3 one account only.
  stateVersion: 4,
  applySeed,
  authenticate,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  spoolAbove: 8 * 1024 * 1024,
  crossOrigin,
  finish,
  timers: { ...moveTimers, ...lifecycleTimers, ...restoreTimers, ...accessLogTimers },
  commands: { sqs },
  env: (url, { region }, _shared, _ports, urls) => ({
    // The vendor's clients find its own hosts themselves.
    ...(urls.real ? {} : { CLOUD_API_BASE: url, AWS_ENDPOINT_URL: url }),
    AWS_REGION: region,
    // The Python SDK and version 1 of the command line read the region from this variable.
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: EXAMPLE_KEY.id,
    AWS_SECRET_ACCESS_KEY: EXAMPLE_KEY.secret,
  }),
})
