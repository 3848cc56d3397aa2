import { isRecord } from '#core/objects.ts'
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
import { newId } from '../../new-id.ts'
import { addAccount } from '../new-account.ts'
import { noteGiven, requirementsOf, stillDue } from '../requirements.ts'
import type { ACCOUNT_V2, Requested } from './params.ts'

type Input = ValuesOf<typeof ACCOUNT_V2>

/**
 * Adds an account as the second version of the API describes it. Both versions read it.
 * https://docs.stripe.com/api/v2/core/accounts/create
 */
export function addAccountV2(context: PaymentsContext, input: Input): Account {
  const { rows } = context
  const v2 = changedV2({ ...NOTHING, person: newId(context, 'person_', 24) }, input)
  const entity = input.identity?.entity_type ?? null
  const sells = v2.configurations.merchant !== undefined || v2.configurations.recipient !== undefined
  const asks = sells && rows.onboarding.get() === 'required'
  const due = asks ? stillDue(requirementsOf(entity), formerOf(v2, entity)) : []
  const account = addAccount(context, {
    ...sharedOf(context, null, v2, input),
    type: 'none',
    country: input.identity?.country?.toUpperCase() ?? rows.accounts.require(rows.platform.get()).country,
    ...(input.defaults?.currency === undefined ? {} : { defaultCurrency: input.defaults.currency }),
    chargesEnabled: sells && due.length === 0,
    payoutsEnabled: sells && due.length === 0,
    detailsSubmitted: due.length === 0,
    due,
    capabilities: capabilitiesOf({}, due, input),
    metadata: mergeMetadata({}, input.metadata),
  })
  context.emit({ type: 'account.updated', kind: 'account', row: account })
  return account
}

/** Changes an account as the second version of the API does. https://docs.stripe.com/api/v2/core/accounts/update */
export function updateAccountV2(context: PaymentsContext, before: Account, input: Input): Account {
  const { rows } = context
  const v2 = changedV2(v2Of(before), input)
  const changed = rows.accounts.update(before.id, {
    ...sharedOf(context, before, v2, input),
    ...(input.defaults?.currency === undefined ? {} : { defaultCurrency: input.defaults.currency }),
    capabilities: capabilitiesOf(before.capabilities, before.due, input),
    metadata: mergeMetadata(before.metadata, input.metadata),
  })
  context.emit({ type: 'account.updated', kind: 'account', row: changed, before })
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

const NOTHING: Omit<AccountV2, 'person'> = {
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
export function v2Of({ id, type, name, controller, v2 }: Account): AccountV2 {
  if (v2 !== undefined) return v2
  return {
    ...NOTHING,
    configurations: { merchant: {}, recipient: {} },
    dashboard: controller?.dashboard ?? DASHBOARDS[type],
    displayName: name,
    person: id.replace(/^acct_/, 'person_'),
    recipientCapabilities: ['stripe_balance.stripe_transfers'],
  }
}

function changedV2(before: AccountV2, input: Input): AccountV2 {
  const { country: _country, entity_type: _type, ...identity } = input.identity ?? {}
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

/** Returns an identity without the values of its numbers, which no answer shows. */
function withoutValues(identity: Wire): Wire {
  return Object.fromEntries(
    Object.entries(identity).map(([name, value]) => {
      if (name === 'id_numbers') {
        return [name, (value as readonly Wire[]).map(({ value: _value, ...shown }) => shown)] // a list of hashes
      }
      return [name, isRecord(value) ? withoutValues(value) : value]
    }),
  )
}

/** Returns an object with the members of another in it, hash by hash. */
function merged(before: Wire, given: Wire): Wire {
  const changes = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const present = before[name]
    return [[name, isRecord(value) && isRecord(present) ? merged(present, value) : value] as const]
  })
  return { ...before, ...Object.fromEntries(changes) }
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
  const status = due.length === 0 ? 'active' : 'pending'
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
function sharedOf(context: PaymentsContext, before: Account | null, v2: AccountV2, input: Input) {
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
  const person = {
    first_name: at(identity, 'individual', 'given_name'),
    last_name: at(identity, 'individual', 'surname'),
    email: at(identity, 'individual', 'email'),
    dob: at(identity, 'individual', 'date_of_birth'),
  }
  return {
    business_profile: {
      mcc: at(configurations.merchant, 'mcc'),
      url: at(defaults, 'profile', 'business_url'),
      name: at(defaults, 'profile', 'doing_business_as'),
      product_description: at(defaults, 'profile', 'product_description'),
    },
    business_type: entity,
    individual: person,
    representative: person,
    tos_acceptance: {
      date: at(identity, 'attestations', 'terms_of_service', 'account', 'date'),
      ip: at(identity, 'attestations', 'terms_of_service', 'account', 'ip'),
    },
  }
}
