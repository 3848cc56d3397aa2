import type { CloudContext } from '#cloud/call.ts'
import { seedIam } from './iam.ts'
import { seedNotifications } from './notifications.ts'
import { seedS3 } from './s3.ts'
import { seedSqs } from './sqs.ts'
import type { Section } from '#cloud/seed.ts'
import { setSettings } from '#cloud/rules/settings.ts'

/**
 * The key pair of the vendor's own examples. It belongs to the account's root user.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/security-creds.html
 */
export const EXAMPLE_KEY = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

/**
 * Fills the store from the `cloud` section of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function applySeed(context: CloudContext, section: Section): void {
  const { region, account_id, strict_auth, enforce_iam } = section
  setSettings(context, { region, accountId: account_id, strictAuth: strict_auth, enforceIam: enforce_iam })
  context.rows.credentials.insert({
    ...EXAMPLE_KEY,
    status: 'Active',
    userId: null,
    roleId: null,
    session: null,
    lastUsed: null,
    token: null,
    expiresAt: null,
    createdAt: context.clock.now(),
  })
  seedIam(context, section.iam)
  seedS3(context, section.s3.buckets, region)
  seedSqs(context, section.sqs.queues)
  seedNotifications(context, section.s3.buckets)
}
