import * as v from 'valibot'
import { spanSchema } from '#core/seed/seed-span.ts'
import { audienceSection } from './seed/audiences.ts'
import { EVENT_TYPES } from './schema/events.ts'

const text = v.pipe(v.string(), v.minLength(1))
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const flag = v.optional(v.boolean(), false)

const domain = v.strictObject({
  name: v.pipe(
    v.string(),
    v.toLowerCase(),
    v.regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'expected a domain, such as example.com'),
  ),
  status: v.optional(
    v.pipe(
      v.picklist(['not_started', 'pending', 'verified', 'failed', 'partially_verified', 'partially_failed']),
      v.description('Emails can be sent from verified domains only.'),
    ),
    'verified',
  ),
  region: v.optional(v.picklist(['us-east-1', 'eu-west-1', 'sa-east-1', 'ap-northeast-1']), 'us-east-1'),
  open_tracking: flag,
  click_tracking: flag,
})

const apiKey = v.strictObject({
  name: text,
  token: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^re_\w+$/, 'expected a key that begins with re_'),
      v.description('The literal key that clients send. When one key has a token, only listed and created keys work.'),
    ),
  ),
  permission: v.optional(v.picklist(['full_access', 'sending_access']), 'full_access'),
  domain: v.optional(
    v.pipe(text, v.description('The name of a seeded domain, the only one that the key may send from.')),
  ),
})

const webhook = v.strictObject({
  url: v.pipe(
    v.string(),
    v.url(),
    v.description('Deliveries are sent to this URL: on this machine, or on an allowed host.'),
  ),
  events: v.optional(v.pipe(v.array(v.picklist(EVENT_TYPES)), v.minLength(1)), [...EVENT_TYPES]),
  secret: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, 'expected whsec_ and the base64 of a key'),
      v.description('The secret that signs deliveries; generated when absent.'),
    ),
  ),
})

/** The `mail` section of a seed. */
export const seed = v.strictObject({
  domains: list(domain),
  api_keys: list(apiKey),
  webhooks: list(webhook),
  account_email: v.optional(
    v.pipe(
      v.string(),
      v.rfcEmail(),
      v.description(
        'The only address that emails from resend.dev may be sent to, as at the vendor. Absent: any address.',
      ),
    ),
  ),
  verify_ms: v.optional(spanSchema('How long the verification of a domain takes, in milliseconds of the clock.'), 500),
  smtp: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(65_535),
      v.description('The port of an SMTP server for the same inbox; 0: any free one. Absent: no SMTP server.'),
    ),
  ),
  ...audienceSection,
})

/** The seed section after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The section that `init` prints. */
export const starter = `domains:
  - name: example.com
    status: verified              # mail may be sent from verified domains only
api_keys:
  - name: Development
    token: re_dev_token           # once a key has a token, only listed and created keys work
webhooks: []                      # - { url: 'http://localhost:3000/webhooks', secret: whsec_c2VjcmV0 }
`
