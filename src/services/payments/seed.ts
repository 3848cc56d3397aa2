import * as v from 'valibot'
import { accountSection } from './seed/account.ts'
import { billingSection } from './seed/billing.ts'
import { customerSection } from './seed/customers.ts'
import { portalSection } from './seed/portal.ts'

/** The `payments` section of a seed. */
export const seed = v.strictObject({ ...accountSection, ...customerSection, ...billingSection, ...portalSection })

/** The seed section after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The section that `init` prints. */
export const starter = `api_keys:
  - key: sk_test_backlot          # once a key is listed, other keys of its kind are refused
  - key: pk_test_backlot
customers:
  - name: Ada Lovelace
    email: ada@example.com
    payment_methods: [visa]
products:
  - name: Gold
prices:
  - product: Gold
    unit_amount: 1500             # 15 dollars a month
    recurring: { interval: month }
    lookup_key: gold_monthly
webhook_endpoints: []             # - { url: 'http://localhost:3000/webhooks', secret: whsec_test }
`
