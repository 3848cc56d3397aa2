import * as v from 'valibot'
import { spanSchema } from '#core/seed/seed-span.ts'
import { isEmailAddress, isPhoneNumber, normalizedPhoneNumber } from './rules/users/addresses.ts'
import { ENTERPRISE_PROVIDERS } from './schema/enterprise.ts'
import { EVENT_TYPES } from './schema/events.ts'

const text = v.pipe(v.string(), v.minLength(1))
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const flag = (initial: boolean) => v.optional(v.boolean(), initial)
const metadata = v.optional(v.record(v.string(), v.unknown()), {})

const emailAddress = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.check((address) => isEmailAddress(address), 'expected an e-mail address, such as ada@example.com'),
)

const phoneNumber = v.pipe(
  v.string(),
  v.transform((number) => normalizedPhoneNumber(number)),
  v.check((number) => isPhoneNumber(number), 'expected a phone number with its country, such as +15555550100'),
)

const id = (prefix: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^${prefix}_\\w+$`), `expected an id that begins with ${prefix}_`),
      v.description(`The id that begins with ${prefix}_; made when absent.`),
    ),
  )

const externalAccount = v.strictObject({
  provider: v.pipe(text, v.description('The social provider: google, github, custom_example.')),
  provider_user_id: text,
  email_address: v.optional(v.string(), ''),
  username: v.optional(v.nullable(v.string()), null),
  scopes: list(text),
  token: v.pipe(v.optional(v.string(), ''), v.description('The access token that the provider issued.')),
})

const user = v.strictObject({
  id: id('user'),
  external_id: v.optional(text),
  email_addresses: v.pipe(list(emailAddress), v.description('All are verified; the first is the primary one.')),
  phone_numbers: v.pipe(list(phoneNumber), v.description('All are verified; the first is the primary one.')),
  username: v.optional(v.pipe(text, v.toLowerCase(), v.regex(/^[a-z0-9_.-]{1,64}$/))),
  first_name: v.optional(text),
  last_name: v.optional(text),
  password: v.optional(text),
  public_metadata: metadata,
  private_metadata: metadata,
  unsafe_metadata: metadata,
  totp_secret: v.optional(
    v.pipe(
      text,
      v.regex(/^[A-Z2-7]{16,128}=*$/i, 'expected a secret in base32'),
      v.description('Turns the second factor on.'),
    ),
  ),
  backup_codes: list(text),
  banned: flag(false),
  locked: flag(false),
  external_accounts: list(externalAccount),
})

const organization = v.strictObject({
  id: id('org'),
  name: text,
  slug: v.optional(v.pipe(text, v.regex(/^[a-z0-9][a-z0-9_-]*$/, 'expected lowercase letters, digits and dashes'))),
  members: list(
    v.strictObject({
      email: v.pipe(text, v.description('An e-mail address, username or id of a seeded user.')),
      role: v.pipe(v.optional(text, 'org:member'), v.description('The key of a role: org:admin, org:member.')),
    }),
  ),
  public_metadata: metadata,
  private_metadata: metadata,
  max_allowed_memberships: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

const role = v.strictObject({
  key: v.pipe(text, v.regex(/^org:[a-z0-9_]+$/, 'expected a key such as org:billing')),
  name: v.optional(text),
  description: v.optional(text),
  permissions: v.pipe(list(text), v.description('The keys of permissions.')),
})

const permission = v.strictObject({
  key: v.pipe(text, v.regex(/^org:[a-z0-9_]+:[a-z0-9_]+$/, 'expected a key such as org:invoices:create')),
  name: v.optional(text),
  description: v.optional(v.string(), ''),
})

const jwtTemplate = v.strictObject({
  name: v.pipe(text, v.regex(/^[A-Za-z0-9_-]+$/)),
  claims: metadata,
  lifetime: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(315_360_000), v.description('In seconds.')),
    60,
  ),
  allowed_clock_skew: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(300)), 5),
  signing_algorithm: v.optional(v.picklist(['RS256', 'HS256']), 'RS256'),
  signing_key: v.optional(v.pipe(text, v.description('A secret (HS256); absent: the key of the instance.'))),
})

const webhook = v.strictObject({
  url: v.pipe(
    v.string(),
    v.url(),
    v.description('Deliveries are sent to this URL: on this machine, or on an allowed host.'),
  ),
  events: v.optional(v.pipe(v.array(v.picklist(['*', ...EVENT_TYPES])), v.minLength(1)), ['*']),
  secret: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, 'expected whsec_ and the base64 of a key'),
      v.description('The secret that signs deliveries; generated when absent.'),
    ),
  ),
})

const settings = v.optional(
  v.strictObject({
    sign_up_mode: v.optional(v.picklist(['public', 'restricted', 'waitlist']), 'public'),
    allowlist: v.pipe(list(text), v.description('Only these identifiers may sign up; absent: all.')),
    blocklist: v.pipe(list(text), v.description('These identifiers may not sign up.')),
    organizations_enabled: flag(true),
    max_allowed_memberships: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 5),
    admin_delete_enabled: flag(true),
    domains_enabled: flag(true),
    creator_role: v.optional(text, 'org:admin'),
    single_session: v.pipe(flag(true), v.description('A sign-in replaces the session of the client.')),
    force_organization_selection: v.pipe(flag(false), v.description('Sessions without an organization are pending.')),
    mfa_required: v.pipe(flag(false), v.description('Sessions of users without a second factor are pending.')),
    password_reset_task: v.pipe(
      flag(false),
      v.description('A compromised password is reset in a pending session, not during the sign-in.'),
    ),
    reverification: v.pipe(
      flag(true),
      v.description('Sensitive actions demand a factor that was verified in the last 10 minutes.'),
    ),
    session_lifetime_ms: v.optional(spanSchema('How long a session lives, in milliseconds of the clock.'), 604_800_000),
    session_token_version: v.optional(
      v.pipe(v.picklist([1, 2]), v.description('The version of the claims of session tokens.')),
      2,
    ),
    session_claims: v.pipe(metadata, v.description('Claims of every session token, with shortcodes.')),
    minimum_password_length: v.optional(v.pipe(v.number(), v.integer(), v.minValue(4), v.maxValue(72)), 8),
    hibp: v.pipe(flag(true), v.description('Passwords of known leaks are refused: password123.')),
    lockout_attempts: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Failed attempts that lock a user; 0: none.')),
      100,
    ),
    lockout_ms: v.optional(spanSchema('How long a lockout lasts, in milliseconds of the clock.'), 3_600_000),
    social_providers: v.optional(v.array(v.pipe(text, v.regex(/^[a-z0-9_]+$/))), ['google', 'github']),
    required_fields: v.optional(
      v.array(v.picklist(['email_address', 'phone_number', 'username', 'first_name', 'last_name', 'password'])),
      ['email_address', 'password'],
    ),
    username_sign_in: v.pipe(
      flag(false),
      v.description('The components ask for a username beside the e-mail address; also where it is required.'),
    ),
    user_api_keys: v.pipe(flag(false), v.description('Users make API keys in the components.')),
    organization_api_keys: v.pipe(flag(false), v.description('Members make API keys of their organization.')),
    self_serve_sso: v.pipe(
      flag(false),
      v.description('Administrators of an organization set up its enterprise connections in the components.'),
    ),
    organization_creation_defaults: v.pipe(
      flag(false),
      v.description('The components suggest the name of a new organization.'),
    ),
    dynamic_client_registration: v.pipe(
      flag(false),
      v.description('OAuth clients, such as those of MCP, register themselves at /oauth/register.'),
    ),
    passkeys: v.pipe(flag(true), v.description('People may sign in with passkeys.')),
    web3_providers: v.pipe(
      v.optional(v.array(v.picklist(['metamask', 'base', 'coinbase_wallet', 'okx_wallet', 'solana'])), []),
      v.description('The wallets by whose signature people sign in.'),
    ),
    trusted_devices: v.pipe(flag(false), v.description('The keys of phones sign people in.')),
    email_links: v.pipe(flag(false), v.description('Links by e-mail are among the first factors.')),
    clerk_js_package: v.optional(
      v.pipe(
        text,
        v.regex(/^(?:@[a-z0-9-]+\/)?[a-z0-9-]+$/, 'expected the name of a package'),
        v.description('The installed package that is served as @clerk/clerk-js.'),
      ),
      '@clerk/clerk-js',
    ),
    allowed_origins: v.pipe(
      list(
        v.pipe(text, v.regex(/^[a-z][a-z\d+.-]*:\/\/[^/]+$/, 'expected an origin, such as chrome-extension://abcdef')),
      ),
      v.description('Origins of extensions and of applications on devices whose pages may send requests.'),
    ),
    home_url: v.optional(v.pipe(v.string(), v.url())),
    sign_in_url: v.optional(v.pipe(v.string(), v.url())),
    sign_up_url: v.optional(v.pipe(v.string(), v.url())),
  }),
  {},
)

const oauthApplication = v.strictObject({
  name: text,
  client_id: v.pipe(v.optional(text), v.description('Made when absent.')),
  client_secret: v.pipe(v.optional(text), v.description('Made when absent.')),
  redirect_uris: v.optional(v.array(v.pipe(v.string(), v.url())), []),
  scopes: v.pipe(v.optional(v.string(), 'openid profile email'), v.description('Separated by spaces.')),
  public: v.pipe(flag(false), v.description('Without a secret, as an application in a browser: needs PKCE.')),
  consent_screen_enabled: flag(true),
})

const enterpriseConnection = v.strictObject({
  id: id('entconn'),
  name: text,
  provider: v.optional(v.picklist(ENTERPRISE_PROVIDERS), 'oidc_custom'),
  domains: v.pipe(
    v.array(v.pipe(text, v.toLowerCase())),
    v.minLength(1),
    v.description('Of the addresses that use it.'),
  ),
  active: flag(true),
  organization: v.optional(v.pipe(text, v.description('The id or slug of the organization that its people join.'))),
  oidc: v.optional(
    v.pipe(
      v.strictObject({
        client_id: text,
        client_secret: v.optional(text),
        discovery_url: v.optional(v.pipe(v.string(), v.url())),
        auth_url: v.optional(v.pipe(v.string(), v.url())),
        token_url: v.optional(v.pipe(v.string(), v.url())),
        user_info_url: v.optional(v.pipe(v.string(), v.url())),
      }),
      v.description('The provider; absent: a page of this instance stands in for it.'),
    ),
  ),
})

/** The `auth-saas` section of a seed. */
export const seed = v.strictObject({
  frontend_api: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'expected a host, such as happy-hippo-1.clerk.accounts.dev'),
      v.description("The host of the frontend API, for hosts: 'real'. Default: any host below clerk.accounts.dev"),
    ),
  ),
  users: list(user),
  organizations: list(organization),
  roles: list(role),
  permissions: list(permission),
  jwt_templates: list(jwtTemplate),
  oauth_applications: list(oauthApplication),
  enterprise_connections: list(enterpriseConnection),
  features: list(
    v.strictObject({ id: id('feat'), slug: text, name: v.optional(text), description: v.optional(v.string()) }),
  ),
  plans: list(
    v.strictObject({
      id: id('cplan'),
      name: text,
      slug: v.pipe(text, v.regex(/^[a-z0-9_-]+$/, 'expected small letters, digits, - and _')),
      description: v.optional(v.string()),
      payer: v.optional(
        v.pipe(v.picklist(['user', 'org']), v.description('The kind of the payer that subscribes.')),
        'user',
      ),
      amount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Cents a month.')), 0),
      annual_monthly_amount: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Cents a month, paid by the year.')),
      ),
      default: v.pipe(flag(false), v.description('The plan of everybody who has subscribed to nothing.')),
      publicly_visible: flag(true),
      trial_days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      features: v.pipe(list(text), v.description('The slugs of its features.')),
    }),
  ),
  discounts: list(
    v.pipe(
      v.strictObject({
        id: id('cdisc'),
        name: text,
        percent_off: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(100))),
        amount_off: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In cents.'))),
        cycles: v.optional(
          v.pipe(v.number(), v.integer(), v.minValue(1), v.description('For how many payments. Default: all.')),
        ),
        promo_codes: v.pipe(list(text), v.description('Codes that people enter at the checkout.')),
      }),
      v.check(
        ({ percent_off: percent, amount_off: amount }) => (percent === undefined) !== (amount === undefined),
        'expected percent_off or amount_off',
      ),
    ),
  ),
  subscriptions: list(
    v.strictObject({
      payer: v.pipe(
        text,
        v.description('An e-mail address, username or id of a user, or an id or slug of an organization.'),
      ),
      plan: v.pipe(text, v.description('The slug of a plan.')),
      period: v.optional(v.picklist(['month', 'annual']), 'month'),
    }),
  ),
  payment_gateway: v.optional(
    v.pipe(
      v.strictObject({
        url: v.pipe(v.string(), v.url(), v.description('The URL of an instance of payments.')),
        secret_key: v.optional(text, 'sk_test_backlot'),
        publishable_key: v.optional(text),
      }),
      v.description('Where checkouts are paid. Default: in this instance.'),
    ),
  ),
  machines: list(
    v.strictObject({
      id: id('mch'),
      name: text,
      secret_key: v.optional(v.pipe(text, v.regex(/^ak_\w+$/, 'expected a key that begins with ak_'))),
      scoped_machines: v.pipe(list(text), v.description('The names of the machines that its tokens are for.')),
      default_token_ttl: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.description('In seconds.')), 3600),
    }),
  ),
  api_keys: list(
    v.strictObject({
      id: id('ak'),
      name: text,
      subject: v.pipe(
        text,
        v.description('An e-mail address, username or id of a user, or an id or slug of an organization.'),
      ),
      secret: v.optional(v.pipe(text, v.regex(/^ak_\w+$/, 'expected a secret that begins with ak_'))),
      scopes: list(text),
      claims: v.optional(v.record(v.string(), v.unknown())),
    }),
  ),
  secret_keys: v.pipe(
    list(v.pipe(v.string(), v.regex(/^sk_(?:test|live)_\w+$/, 'expected a key that begins with sk_test_'))),
    v.description('The only secret keys that work; without any, every key of the form does.'),
  ),
  webhooks: list(webhook),
  settings,
})

/** The seed section after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The section that `init` prints. */
export const starter = `users:
  - username: ada
    email_addresses: [ada@example.com]
    first_name: Ada
    last_name: Lovelace
    password: correct-horse-battery
  - username: grace
    email_addresses: [grace@example.com]
    first_name: Grace
    last_name: Hopper
    password: correct-horse-battery
organizations:
  - name: Acme
    slug: acme
    members:
      - { email: ada@example.com, role: org:admin }
      - { email: grace@example.com, role: org:member }
jwt_templates: []                 # - { name: hasura, claims: { role: '{{user.public_metadata.role}}' }, lifetime: 60 }
webhooks: []                      # - { url: 'http://localhost:3000/webhooks', secret: whsec_c2VjcmV0 }
`
