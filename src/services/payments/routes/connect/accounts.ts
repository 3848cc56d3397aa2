import { json } from '#core/answer.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { accountJson } from '#payments/json/accounts.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  currency,
  email,
  hash,
  hashOf,
  isInRange,
  list,
  metadata,
  oneOf,
  range,
  required,
  text,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { addAccount } from '#payments/rules/connect/new-account.ts'
import { addExternalAccount, EXTERNAL_ACCOUNT } from '#payments/rules/connect/external-accounts.ts'
import {
  noteGiven,
  requirementsOf,
  restrictsCapabilities,
  standingOf,
  stillDue,
} from '#payments/rules/connect/requirements.ts'
import { changePayouts, changesOfAccount, MANUAL_PAYOUTS } from '#payments/rules/connect/payout-settings.ts'
import {
  ACCOUNT_SETTINGS,
  BUSINESS_PROFILE,
  COMPANY,
  CONTROLLER,
  detailsOf,
  TOS_ACCEPTANCE,
} from '#payments/rules/connect/account-fields.ts'
import { withTokenDetails } from '#payments/rules/payment-methods/tokens.ts'
import { keepIndividual, PERSON_INPUT, type PersonInput } from '#payments/rules/connect/persons.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Account, Controller } from '#payments/schema/connect.ts'

const ACCOUNT_CHANGES = {
  account_token: text(),
  // The former name of `external_account`.
  bank_account: EXTERNAL_ACCOUNT,
  business_profile: hash(BUSINESS_PROFILE),
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  capabilities: hashOf(hash({ requested: boolean() })),
  company: hash(COMPANY),
  default_currency: currency(),
  documents: anything(),
  email: email(),
  external_account: EXTERNAL_ACCOUNT,
  groups: anything(),
  individual: hash(PERSON_INPUT),
  metadata: metadata(),
  // The former form of `capabilities`.
  requested_capabilities: list(text()),
  settings: hash(ACCOUNT_SETTINGS),
  tos_acceptance: hash(TOS_ACCEPTANCE),
}

const ACCOUNT_INPUT = {
  ...ACCOUNT_CHANGES,
  controller: hash(CONTROLLER),
  country: text({ max: 2 }),
  type: oneOf('custom', 'express', 'standard'),
}

const one = '/v1/accounts/:account'

/** Connected accounts. https://docs.stripe.com/api/accounts */
export const accountsRoutes = [
  post('PostAccounts', '/v1/accounts', ACCOUNT_INPUT, (call) => {
    const { rows } = call
    const input = withTokenDetails(call, call.account, 'account', call.input)
    const platform = rows.accounts.require(rows.platform.get())
    const country = input.country?.toUpperCase() ?? platform.country
    if (!/^[A-Z]{2}$/.test(country))
      throw invalidParameter(
        'country',
        `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
        'country_unsupported',
      )
    const due =
      rows.onboarding.get() === 'required' ? stillDue(requirementsOf(input.business_type ?? null, country), input) : []
    const created = addAccount(call, {
      type: input.type ?? (input.controller === undefined ? 'standard' : 'none'),
      country,
      email: input.email ?? null,
      businessType: input.business_type ?? null,
      ...standingOf(due),
      due,
      capabilities: capabilitiesOf(due, isAsked(input) ? {} : USUAL_CAPABILITIES, input),
      ...detailsOf(NOTHING_KNOWN, input),
      controller: controllerOf(input.controller),
      metadata: mergeMetadata({}, input.metadata),
      ...(input.default_currency === undefined ? {} : { defaultCurrency: input.default_currency }),
      payoutSettings: { ...MANUAL_PAYOUTS, debitNegativeBalances: input.type !== 'custom' },
    })
    changePayouts(call, created, changesOfAccount(input.settings?.payouts ?? {}))
    withIndividual(call, created, input.individual)
    call.emit({ type: 'account.updated', kind: 'account', row: rows.accounts.require(created.id) })
    const external = input.external_account ?? input.bank_account
    if (external !== undefined) addExternalAccount(call, created, external, { metadata: {}, isDefault: true })
    return answer(call, accountJson(call, rows.accounts.require(created.id)))
  }),
  get('GetAccounts', '/v1/accounts', { ...LIST_PARAMS, created: range() }, (call) => {
    const { created } = call.input
    const platform = call.rows.platform.get()
    const where = ({ id, deleted, created: at }: Account): boolean =>
      id !== platform && !deleted && isInRange(at, created)
    return answerPage(call, newestFirst(call.rows.accounts, 'all', [platform], where), 'account', (row) =>
      accountJson(call, row),
    )
  }),
  get('GetAccountsAccount', one, {}, (call) =>
    answer(call, accountJson(call, findConnectedAccount(call, call.params.account, 'account'))),
  ),
  post('PostAccountsAccount', one, ACCOUNT_CHANGES, (call) => {
    const { rows } = call
    const input = withTokenDetails(call, call.account, 'account', call.input)
    const before = findConnectedAccount(call, call.params.account, 'account')
    const changed = rows.accounts.update(before.id, {
      ...detailsOf(before, input),
      businessType: input.business_type ?? before.businessType,
      capabilities: capabilitiesOf(before.due, before.capabilities, input),
      defaultCurrency: input.default_currency ?? before.defaultCurrency,
      email: input.email ?? before.email,
      metadata: mergeMetadata(before.metadata, input.metadata),
    })
    withIndividual(call, before, input.individual)
    const after = changePayouts(call, changed, changesOfAccount(input.settings?.payouts ?? {}))
    call.emit({ type: 'account.updated', kind: 'account', row: after, before })
    const external = input.external_account ?? input.bank_account
    if (external !== undefined) addExternalAccount(call, after, external, { metadata: {}, isDefault: true })
    noteGiven(call, after.id, input)
    return answer(call, accountJson(call, rows.accounts.require(after.id)))
  }),
  del('DeleteAccountsAccount', one, {}, (call) => {
    const { id } = findConnectedAccount(call, call.params.account, 'account')
    if (id === call.rows.platform.get())
      throw invalidRequest('You cannot delete your own account.', { param: 'account' })
    call.rows.accounts.update(id, { deleted: true })
    return json({ id, object: 'account', deleted: true })
  }),
  post(
    'PostAccountsAccountReject',
    `${one}/reject`,
    { reason: required(oneOf('fraud', 'other', 'terms_of_service')) },
    (call) => {
      const before = findConnectedAccount(call, call.params.account, 'account')
      const after = call.rows.accounts.update(before.id, {
        chargesEnabled: false,
        payoutsEnabled: false,
        rejected: call.input.reason,
      })
      call.emit({ type: 'account.updated', kind: 'account', row: after, before })
      return answer(call, accountJson(call, after))
    },
  ),
]

type Capabilities = Account['capabilities']

/** The parameters that ask for capabilities. */
type CapabilitiesInput = ValuesOf<Pick<typeof ACCOUNT_CHANGES, 'capabilities' | 'requested_capabilities'>>

const isAsked = ({ capabilities, requested_capabilities: named }: CapabilitiesInput): boolean =>
  capabilities !== undefined || named !== undefined

/** The capabilities of a new account that asks for none. */
const USUAL_CAPABILITIES: Capabilities = { card_payments: 'active', transfers: 'active' }

/** Returns capabilities with those that a request asks for: pending while something is due, else active at once. */
function capabilitiesOf(
  due: readonly string[],
  before: Capabilities,
  { capabilities = {}, requested_capabilities: named = [] }: CapabilitiesInput,
): Capabilities {
  const changes = [
    ...named.map((name) => [name, 'active'] as const),
    ...Object.entries(capabilities).map(
      ([name, { requested }]) => [name, requested === true ? ('active' as const) : ('inactive' as const)] as const,
    ),
  ]
  const wanted: Capabilities = { ...before, ...Object.fromEntries(changes) }
  if (!restrictsCapabilities(due)) return wanted
  return Object.fromEntries(
    Object.entries(wanted).map(([name, status]) => [name, status === 'active' ? 'pending' : status]),
  )
}

const NOTHING_KNOWN = { businessProfile: {} }

/** Returns who is responsible for a new account; null where the request does not say, but names a type. */
function controllerOf(input: ValuesOf<typeof CONTROLLER> | undefined): Controller | null {
  if (input === undefined) return null
  return {
    fees: input.fees?.payer ?? 'account',
    losses: input.losses?.payments ?? 'stripe',
    requirements: input.requirement_collection ?? 'stripe',
    dashboard: input.stripe_dashboard?.type ?? 'full',
  }
}

/** Keeps the individual that a request tells of. */
function withIndividual(call: PaymentsContext, { id, individual }: Account, input: PersonInput | undefined): void {
  if (input === undefined) return
  const person = keepIndividual(call, id, individual ?? null, input)
  if (person !== individual) call.rows.accounts.update(id, { individual: person })
}
