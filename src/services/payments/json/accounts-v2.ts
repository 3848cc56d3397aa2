import type { PaymentsContext } from '#payments/call.ts'
import { v2Of } from '#payments/rules/connect/v2/accounts.ts'
import { CONFIGURATIONS, type Account, type AccountV2, type Configuration } from '#payments/schema/connect.ts'
import type { Person } from '#payments/schema/connect-records.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { personV2Json } from './persons-v2.ts'
import { momentJson } from './thin-events.ts'

/**
 * Writes an account as the second version of the API does. `include` names the members that are left out otherwise.
 * https://docs.stripe.com/api/v2/core/accounts/object
 */
export function accountV2Json(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: Account,
  include: readonly string[] = [],
) {
  const v2 = v2Of(account)
  const configurations = CONFIGURATIONS.filter((each) => include.includes(`configuration.${each}`))
  return {
    id: account.id,
    object: 'v2.core.account',
    applied_configurations: CONFIGURATIONS.filter((each) => v2.configurations[each] !== undefined),
    closed: v2.closed,
    ...(configurations.length === 0 ? {} : { configuration: configurationJson(account, v2, configurations) }),
    ...present('contact_email', account.email),
    ...present('contact_phone', v2.contactPhone),
    created: momentJson(account.created),
    dashboard: v2.dashboard,
    ...(include.includes('defaults') ? { defaults: defaultsJson(account, v2) } : {}),
    ...present('display_name', v2.displayName),
    ...(include.includes('future_requirements') ? { future_requirements: { entries: [] } } : {}),
    ...(include.includes('identity')
      ? { identity: identityJson(account, v2, rows.persons.get(account.individual ?? '')) }
      : {}),
    livemode: false,
    metadata: account.metadata,
    ...(include.includes('requirements') ? { requirements: requirementsJson(account) } : {}),
  }
}

const present = (name: string, value: string | null): Wire => (value === null ? {} : { [name]: value })

/** Writes the configurations that are applied, of those that are asked for. */
function configurationJson(account: Account, v2: AccountV2, asked: readonly Configuration[]) {
  return Object.fromEntries(
    asked.flatMap((name) => {
      const members = v2.configurations[name]
      return members === undefined
        ? []
        : [[name, { applied: true, ...members, capabilities: CAPABILITIES[name](account, v2) }] as const]
    }),
  )
}

/** The status of a capability of the first version, as the second one writes it. */
const STATUSES = {
  active: { status: 'active', status_details: [] },
  inactive: undefined,
  pending: {
    status: 'restricted',
    status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
  },
}

const ACTIVE = STATUSES.active

const CAPABILITIES: Readonly<Record<Configuration, (account: Account, v2: AccountV2) => Wire>> = {
  customer: () => ({ automatic_indirect_tax: ACTIVE }),
  merchant: ({ capabilities, payoutsEnabled }) => ({
    ...Object.fromEntries(
      Object.entries(capabilities).flatMap(([name, status]) => {
        const written = STATUSES[status]
        return name === 'transfers' || written === undefined ? [] : [[name, written] as const]
      }),
    ),
    stripe_balance: { payouts: STATUSES[payoutsEnabled ? 'active' : 'pending'] },
  }),
  recipient: ({ payoutsEnabled }, { recipientCapabilities: paths }) => {
    const status = STATUSES[payoutsEnabled ? 'active' : 'pending']
    const below = (folder: string): Wire =>
      Object.fromEntries(
        paths.filter((path) => path.startsWith(`${folder}.`)).map((path) => [path.slice(folder.length + 1), status]),
      )
    const folders = ['bank_accounts', 'stripe_balance'].map((folder) => [folder, below(folder)] as const)
    return {
      ...(paths.includes('cards') ? { cards: status } : {}),
      ...Object.fromEntries(folders.filter(([, members]) => Object.keys(members).length > 0)),
    }
  },
}

function defaultsJson({ controller, defaultCurrency }: Account, { defaults }: AccountV2) {
  return {
    currency: defaultCurrency,
    ...defaults,
    responsibilities: {
      fees_collector: controller?.fees === 'application' ? 'application' : 'stripe',
      losses_collector: controller?.losses ?? 'stripe',
      requirements_collector: controller?.requirements ?? 'stripe',
    },
  }
}

function identityJson({ businessType, country }: Account, { identity }: AccountV2, individual: Person | undefined) {
  return {
    ...identity,
    country: country.toLowerCase(),
    ...present('entity_type', businessType),
    ...(individual === undefined ? {} : { individual: personV2Json(individual) }),
  }
}

/** The details that are asked for, as the second version names them, by the names of the first. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'business_profile.mcc': 'configuration.merchant.mcc',
  'business_profile.url': 'defaults.profile.business_url',
  business_type: 'identity.entity_type',
  external_account: 'defaults.payout_methods',
  'tos_acceptance.date': 'identity.attestations.terms_of_service.account.date',
  'tos_acceptance.ip': 'identity.attestations.terms_of_service.account.ip',
  'individual.first_name': 'identity.individual.given_name',
  'individual.last_name': 'identity.individual.surname',
  'individual.email': 'identity.individual.email',
  'individual.dob.day': 'identity.individual.date_of_birth.day',
  'individual.dob.month': 'identity.individual.date_of_birth.month',
  'individual.dob.year': 'identity.individual.date_of_birth.year',
  'individual.address.city': 'identity.individual.address.city',
  'individual.address.line1': 'identity.individual.address.line1',
  'individual.address.postal_code': 'identity.individual.address.postal_code',
  'individual.address.state': 'identity.individual.address.state',
  'individual.phone': 'identity.individual.phone',
  'individual.ssn_last_4': 'identity.individual.id_numbers.us_ssn_last_4',
}

function requirementsJson({ due, capabilities }: Account) {
  const deadline = { status: 'past_due' }
  const restricted = Object.entries(capabilities)
    .filter(([, status]) => status === 'pending')
    .map(([name]) =>
      name === 'transfers'
        ? { capability: 'stripe_balance.stripe_transfers', configuration: 'recipient', deadline }
        : { capability: name, configuration: 'merchant', deadline },
    )
  const entries = due.map((name) => ({
    awaiting_action_from: 'user',
    description: DESCRIPTIONS[name.replace(/^representative\./, 'individual.')] ?? name,
    errors: [],
    impact: { restricts_capabilities: restricted },
    minimum_deadline: deadline,
    requested_reasons: [{ code: 'routine_onboarding' }],
  }))
  return { entries, ...(due.length === 0 ? {} : { summary: { minimum_deadline: deadline } }) }
}
