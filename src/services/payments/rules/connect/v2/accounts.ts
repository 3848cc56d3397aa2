import { isRecord, merged } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { ValuesOf } from '#payments/protocol/params.ts'
import {
  CONFIGURATIONS,
  type Account,
  type AccountV2,
  type Configuration,
  type Controller,
} from '#payments/schema/connect.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { addAccount } from '../new-account.ts'
import { noteGiven, requirementsOf, restrictsCapabilities, standingOf, stillDue } from '../requirements.ts'
import { withoutValues } from './members.ts'
import type { ACCOUNT_V2, Requested } from './params.ts'
import { formerPersonOf, keepIndividualV2 } from './persons.ts'
import { withDetails } from './tokens.ts'

type Input = ValuesOf<typeof ACCOUNT_V2>

/**
 * Adds an account as the second version of the API describes it. Both versions read it.
 * https://docs.stripe.com/api/v2/core/accounts/create
 */
export function addAccountV2(context: PaymentsContext, request: Input): Account {
  const { rows } = context
  const input = withToken(context, request)
  const v2 = changedV2(NOTHING, input)
  const entity = input.identity?.entity_type ?? null
  const sells = v2.configurations.merchant !== undefined || v2.configurations.recipient !== undefined
  const asks = sells && rows.onboarding.get() === 'required'
  const country = input.identity?.country?.toUpperCase() ?? rows.accounts.require(rows.platform.get()).country
  const given = { ...formerOf(v2, entity), ...individualOf(input) }
  const due = asks ? stillDue(requirementsOf(entity, country), given) : []
  const account = addAccount(context, {
    ...sharedOf(null, v2, input),
    type: 'none',
    country,
    ...(input.defaults?.currency === undefined ? {} : { defaultCurrency: input.defaults.currency }),
    ...standingOf(due),
    ...(sells ? {} : { chargesEnabled: false, payoutsEnabled: false }),
    due,
    capabilities: capabilitiesOf({}, due, input),
    metadata: mergeMetadata({}, input.metadata),
  })
  const created = withIndividual(context, account, input)
  context.emit({ type: 'account.updated', kind: 'account', row: created })
  return created
}

/** Changes an account as the second version of the API does. https://docs.stripe.com/api/v2/core/accounts/update */
export function updateAccountV2(context: PaymentsContext, before: Account, request: Input): Account {
  const { rows } = context
  const input = withToken(context, request)
  const v2 = changedV2(v2Of(before), input)
  const changed = rows.accounts.update(before.id, {
    ...sharedOf(before, v2, input),
    ...(input.defaults?.currency === undefined ? {} : { defaultCurrency: input.defaults.currency }),
    capabilities: capabilitiesOf(before.capabilities, before.due, input),
    metadata: mergeMetadata(before.metadata, input.metadata),
  })
  const after = withIndividual(context, changed, input)
  context.emit({ type: 'account.updated', kind: 'account', row: after, before })
  noteGiven(context, before.id, formerOf(v2, changed.businessType))
  return rows.accounts.require(before.id)
}

/**
 * Ends configurations of an account, all of them where none is named; an account without one is closed.
 * https://docs.stripe.com/api/v2/core/accounts/close
 */
export function closeAccountV2(
  context: PaymentsContext,
  before: Account,
  named: readonly Configuration[] = CONFIGURATIONS,
): Account {
  const v2 = v2Of(before)
  const configurations = Object.fromEntries(
    Object.entries(v2.configurations).filter(([name]) => !named.some((each) => each === name)),
  )
  const sells = 'merchant' in configurations || 'recipient' in configurations
  const after = context.rows.accounts.update(before.id, {
    v2: { ...v2, configurations, closed: Object.keys(configurations).length === 0 },
    chargesEnabled: before.chargesEnabled && sells,
    payoutsEnabled: before.payoutsEnabled && sells,
  })
  context.emit({ type: 'account.updated', kind: 'account', row: after, before })
  return after
}

/** @throws 404 for an id that no account of the platform has. */
export function findAccountV2({ rows }: PaymentsContext, id: string): Account {
  const account = rows.accounts.get(id)
  if (account !== undefined && !account.deleted) return account
  throw failure(404, `Account ${id} not found.`, { code: 'not_found' })
}

function withToken(context: PaymentsContext, request: Input): Input {
  return withDetails(context, context.rows.platform.get(), 'account', request.account_token, request)
}

const NOTHING: AccountV2 = {
  closed: false,
  configurations: {},
  contactPhone: null,
  dashboard: 'full',
  displayName: null,
  defaults: {},
  identity: {},
  recipientCapabilities: [],
}

/** The dashboards of the accounts that the first version of the API has made, by their type. */
const DASHBOARDS = { standard: 'full', express: 'express', custom: 'none', none: 'full' } as const

/** Returns what the second version of the API tells of an account, whichever version has made it. */
export function v2Of({ type, name, controller, v2 }: Account): AccountV2 {
  if (v2 !== undefined) return v2
  return {
    ...NOTHING,
    configurations: { merchant: {}, recipient: {} },
    dashboard: controller?.dashboard ?? DASHBOARDS[type],
    displayName: name,
    recipientCapabilities: ['stripe_balance.stripe_transfers'],
  }
}

function changedV2(before: AccountV2, input: Input): AccountV2 {
  const { country: _country, entity_type: _type, individual: _individual, ...identity } = input.identity ?? {}
  const { currency: _currency, responsibilities: _responsibilities, ...defaults } = input.defaults ?? {}
  const given = Object.entries(input.configuration ?? {})
  const configurations = given.reduce<AccountV2['configurations']>((all, [name, configuration]) => {
    if (configuration === undefined) return all
    const { applied = true, capabilities: _capabilities, ...members } = configuration
    const key = name as Configuration // the parameter has these three
    const { [key]: present, ...others } = all
    return applied ? { ...others, [key]: merged(present ?? {}, members) } : others
  }, before.configurations)
  const recipient = requestedIn(input.configuration?.recipient?.capabilities ?? {})
  const kept = before.recipientCapabilities.filter((path) => !recipient.some(([each]) => each === path))
  return {
    ...before,
    configurations,
    contactPhone: input.contact_phone ?? before.contactPhone,
    dashboard: input.dashboard ?? before.dashboard,
    displayName: input.display_name ?? before.displayName,
    defaults: merged(before.defaults, defaults),
    identity: merged(before.identity, withoutValues(identity)),
    recipientCapabilities: [...kept, ...recipient.flatMap(([path, isRequested]) => (isRequested ? [path] : []))],
  }
}

/** Returns the capabilities that a hash names, by their path, and whether they are asked for. */
function requestedIn(capabilities: object, path = ''): readonly (readonly [string, boolean])[] {
  return Object.entries(capabilities as Readonly<Record<string, Requested | object>>).flatMap(([name, value]) => {
    if (value === undefined) return []
    const own = path === '' ? name : `${path}.${name}`
    return 'requested' in value ? [[own, value.requested] as const] : requestedIn(value, own)
  })
}

/** Returns the capabilities as the first version of the API names them, after a request. */
function capabilitiesOf(
  before: Account['capabilities'],
  due: readonly string[],
  { configuration = {} }: Input,
): Account['capabilities'] {
  const status = restrictsCapabilities(due) ? 'pending' : 'active'
  const merchant = requestedIn(configuration.merchant?.capabilities ?? {}).filter(([name]) => !name.includes('.'))
  const transfers = requestedIn(configuration.recipient?.capabilities ?? {})
    .filter(([path]) => path === 'stripe_balance.stripe_transfers')
    .map(([, isRequested]) => ['transfers', isRequested] as const)
  const changes = [...merchant, ...transfers].map(
    ([name, isRequested]) => [name, isRequested ? status : ('inactive' as const)] as const,
  )
  return { ...before, ...Object.fromEntries(changes) }
}

/** Returns the fields that both versions of the API have. */
function sharedOf(before: Account | null, v2: AccountV2, input: Input) {
  const former = formerOf(v2, null)
  return {
    v2,
    businessProfile: { ...before?.businessProfile, ...definedIn(former.business_profile) },
    businessType: input.identity?.entity_type ?? before?.businessType ?? null,
    controller: controllerOf(before?.controller ?? null, v2, input),
    email: input.contact_email ?? before?.email ?? null,
    name: v2.displayName ?? before?.name ?? null,
  }
}

/** Returns what a request tells of the individual behind an account, by the names of the first version. */
function individualOf({ identity }: Input) {
  const person = identity?.individual && formerPersonOf(identity.individual)
  return { individual: person, representative: person }
}

/** Keeps the individual that a request tells of, and returns the account. */
function withIndividual(context: PaymentsContext, account: Account, { identity }: Input): Account {
  if (identity?.individual === undefined) return account
  const individual = keepIndividualV2(context, account.id, account.individual ?? null, identity.individual)
  const { accounts } = context.rows
  return individual === account.individual ? accounts.require(account.id) : accounts.update(account.id, { individual })
}

function definedIn(members: Wire): Wire {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function controllerOf(before: Controller | null, { dashboard }: AccountV2, { defaults }: Input): Controller {
  const { fees_collector: fees, losses_collector: losses } = defaults?.responsibilities ?? {}
  const lossesOf = losses ?? before?.losses ?? 'stripe'
  return {
    fees: fees === undefined ? (before?.fees ?? 'account') : fees === 'stripe' ? 'account' : 'application',
    losses: lossesOf,
    requirements: dashboard === 'none' && lossesOf === 'application' ? 'application' : 'stripe',
    dashboard,
  }
}

/** Returns what an account has told, by the names that the first version of the API has for it. */
function formerOf({ configurations, defaults, identity }: AccountV2, entity: string | null) {
  const at = (owner: Wire | undefined, ...path: readonly string[]): unknown =>
    path.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), owner)
  return {
    business_profile: {
      mcc: at(configurations.merchant, 'mcc'),
      url: at(defaults, 'profile', 'business_url'),
      name: at(defaults, 'profile', 'doing_business_as'),
      product_description: at(defaults, 'profile', 'product_description'),
    },
    business_type: entity,
    tos_acceptance: {
      date: at(identity, 'attestations', 'terms_of_service', 'account', 'date'),
      ip: at(identity, 'attestations', 'terms_of_service', 'account', 'ip'),
    },
  }
}
