import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { accountV2Json } from '#payments/json/accounts-v2.ts'
import type { ThinChange } from '#payments/rules/thin-events.ts'
import type { ThinEventType } from '#payments/schema/event-types.ts'
import type { Account } from '#payments/schema/connect.ts'
import type { Person } from '#payments/schema/connect-records.ts'
import type { PaymentsEvent } from '#payments/schema/events.ts'

/** The thin events that a change gives rise to beside its own event, and the account that they belong to. */
interface ThinChanges {
  readonly account: string
  readonly changes: readonly ThinChange[]
}

/**
 * Returns the events of the second version of the API about a change of an account or a person. An account that only
 * the first version has described has none. https://docs.stripe.com/api/v2/core/events/event-types
 */
export function thinChangesOf(context: PaymentsContext, event: PaymentsEvent): ThinChanges {
  const account = event.kind === 'account' ? event.row : context.rows.accounts.get(personOf(event)?.account ?? '')
  if (account?.v2 === undefined) return { account: '', changes: [] }
  const related = { id: account.id, type: 'v2.core.account', url: `/v2/core/accounts/${account.id}` }
  const ofAccount = (changes: readonly ThinChange[]): ThinChanges => ({
    account: account.id,
    changes: changes.map((change) => ({ related, ...change })),
  })
  if (event.kind === 'account') {
    if (event.before === undefined) return ofAccount([{ type: 'v2.core.account.created' }])
    return ofAccount(changesBetween(context, event.before, event.row))
  }
  const person = personOf(event)
  if (person === undefined) return ofAccount([])
  const isIndividual = person.id === account.individual
  return ofAccount([
    {
      type: PERSON_EVENTS[event.type] ?? 'v2.core.account_person.updated',
      related: { id: person.id, type: 'v2.core.account_person', url: `${related.url}/persons/${person.id}` },
      data: { account_id: account.id },
    },
    ...(isIndividual ? [{ type: 'v2.core.account[identity].updated' } as const] : []),
  ])
}

function personOf(event: PaymentsEvent): Person | undefined {
  return event.kind === 'person' ? event.row : undefined
}

const PERSON_EVENTS: Readonly<Record<string, ThinEventType>> = {
  'person.created': 'v2.core.account_person.created',
  'person.deleted': 'v2.core.account_person.deleted',
}

const PARTS = {
  defaults: 'v2.core.account[defaults].updated',
  future_requirements: 'v2.core.account[future_requirements].updated',
  identity: 'v2.core.account[identity].updated',
  requirements: 'v2.core.account[requirements].updated',
} as const

const CONFIGURATIONS = {
  customer: {
    changed: 'v2.core.account[configuration.customer].updated',
    capability: 'v2.core.account[configuration.customer].capability_status_updated',
  },
  merchant: {
    changed: 'v2.core.account[configuration.merchant].updated',
    capability: 'v2.core.account[configuration.merchant].capability_status_updated',
  },
  recipient: {
    changed: 'v2.core.account[configuration.recipient].updated',
    capability: 'v2.core.account[configuration.recipient].capability_status_updated',
  },
} as const

const INCLUDE = [...Object.keys(PARTS), ...Object.keys(CONFIGURATIONS).map((name) => `configuration.${name}`)]

/** The part of an account that an event is about. */
type Part = Readonly<Record<string, unknown>>

/** Returns the events about what differs between an account before a change and after it. */
function changesBetween(context: PaymentsContext, before: Account, after: Account): readonly ThinChange[] {
  const [former, current] = [before, after].map((account) => partsOf(context, account)) as [Part, Part] // two accounts
  const differs = (name: string): boolean => !isDeepStrictEqual(former[name], current[name])
  const isClosed = before.v2?.closed !== true && after.v2?.closed === true
  return [
    ...(differs('account') ? [{ type: 'v2.core.account.updated' } as const] : []),
    ...Object.entries(PARTS).flatMap(([name, type]) => (differs(name) ? [{ type }] : [])),
    ...Object.entries(CONFIGURATIONS).flatMap(([name, { changed, capability }]): ThinChange[] => {
      const [one, other] = [former[name], current[name]].map(statusesOf)
      const capabilities = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])]
      return [
        ...(isDeepStrictEqual(withoutCapabilities(former[name]), withoutCapabilities(current[name]))
          ? []
          : [{ type: changed }]),
        ...capabilities
          .filter((each) => one?.[each] !== other?.[each])
          .map((each) => ({ type: capability, data: { updated_capability: each } })),
      ]
    }),
    ...(isClosed ? [{ type: 'v2.core.account.closed' } as const] : []),
  ]
}

/** Returns the parts of an account by name; `account` is what has no event of its own. */
function partsOf(context: PaymentsContext, account: Account): Part {
  const { configuration, defaults, future_requirements, identity, requirements, ...rest } = accountV2Json(
    context,
    account,
    INCLUDE,
  )
  const { applied_configurations: _applied, closed: _closed, ...shown } = rest
  return { ...configuration, account: shown, defaults, future_requirements, identity, requirements }
}

function withoutCapabilities(configuration: unknown): unknown {
  if (!isRecord(configuration)) return configuration
  const { capabilities: _capabilities, ...members } = configuration
  return members
}

/** Returns the status of each capability of a configuration, by the path of its name. */
function statusesOf(configuration: unknown): Readonly<Record<string, unknown>> {
  const of = (part: unknown, path: string): readonly (readonly [string, unknown])[] => {
    if (!isRecord(part)) return []
    if ('status' in part) return [[path, part['status']]]
    return Object.entries(part).flatMap(([name, each]) => of(each, path === '' ? name : `${path}.${name}`))
  }
  return isRecord(configuration) ? Object.fromEntries(of(configuration['capabilities'], '')) : {}
}
