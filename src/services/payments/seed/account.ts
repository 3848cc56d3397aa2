import * as v from 'valibot'
import { API_VERSION, API_VERSIONS } from '#payments/schema/api-versions.ts'
import { METHOD_KIND_NAMES } from '#payments/schema/method-kinds.ts'
import { EVENT_TYPES } from '#payments/schema/event-types.ts'

const text = v.pipe(v.string(), v.minLength(1))

/** The account, its keys and its webhook endpoints. */
export const accountSection = {
  api_keys: v.optional(
    v.array(
      v.strictObject({
        key: v.pipe(
          v.string(),
          v.regex(/^(?:sk|rk|pk)_test_[\w-]+$/, 'expected a key that begins with sk_test_, rk_test_ or pk_test_'),
          v.description(
            'The literal key that clients send. When a kind of key is listed, other keys of it are refused.',
          ),
        ),
        permissions: v.optional(
          v.pipe(
            v.record(v.string(), v.picklist(['none', 'read', 'write'])),
            v.description(
              'The permissions of a restricted key by resource: { payment_intents: write, customers: read }; "*" for all others.',
            ),
          ),
        ),
      }),
    ),
    [],
  ),
  account: v.optional(
    v.strictObject({
      id: v.optional(v.pipe(v.string(), v.regex(/^acct_\w+$/, 'expected an id that begins with acct_'))),
      country: v.optional(
        v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, 'expected a country, such as US')),
        'US',
      ),
      default_currency: v.optional(
        v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z]{3}$/, 'expected a currency, such as usd')),
        'usd',
      ),
      name: v.optional(v.pipe(text, v.description('The name that customers see on pages and statements.')), 'Backlot'),
      email: v.optional(v.pipe(v.string(), v.rfcEmail())),
      onboarding: v.optional(
        v.pipe(
          v.picklist(['required', 'skipped']),
          v.description('Whether new connected accounts must tell what the vendor asks before they may take payments.'),
        ),
        'skipped',
      ),
      api_version: v.optional(
        v.pipe(
          v.picklist(API_VERSIONS),
          v.description('The version of the API of requests without Stripe-Version, and of events.'),
        ),
        API_VERSION,
      ),
      radar_for_fraud_teams: v.optional(
        v.pipe(
          v.boolean(),
          v.description('True: payments of an elevated risk are put up for review, as by the default rule of Radar.'),
        ),
        false,
      ),
      payment_methods: v.optional(
        v.pipe(
          v.array(v.picklist(METHOD_KIND_NAMES)),
          v.description(
            'The payment methods that are switched on in the dashboard, beside cards, bank debits and Link: [ideal, klarna].',
          ),
        ),
      ),
    }),
    {},
  ),
  webhook_endpoints: v.optional(
    v.array(
      v.strictObject({
        url: v.pipe(
          v.string(),
          v.url(),
          v.description('Events are sent to this URL: on this machine, or on an allowed host.'),
        ),
        secret: v.optional(
          v.pipe(
            v.string(),
            v.regex(/^whsec_\w+$/, 'expected a secret that begins with whsec_'),
            v.description('The secret that signs deliveries; generated when absent.'),
          ),
        ),
        enabled_events: v.optional(v.pipe(v.array(v.picklist(['*', ...EVENT_TYPES])), v.minLength(1)), ['*']),
        api_version: v.optional(
          v.pipe(
            v.picklist(API_VERSIONS),
            v.description('The version of the API in which its events are written; that of the account when absent.'),
          ),
        ),
      }),
    ),
    [],
  ),
}
