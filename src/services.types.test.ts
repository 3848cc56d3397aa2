import { describe, expectTypeOf, it } from 'vitest'
import type { AuthCall } from '#auth-saas/call.ts'
import type { ChatCall } from '#chat/call.ts'
import type { CloudCall } from '#cloud/call.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import type { DocdbCall } from '#docdb/call.ts'
import type { MailCall } from '#mail/call.ts'
import type { PaymentsCall } from '#payments/call.ts'

// `npm run check` runs these tests: an expected type error that does not occur is itself a type error. What the types
// of any service refuse is shown in `core/store.types.test.ts` and `core/service.types.test.ts`; here, that no service
// weakens them.

/** Wraps calls that are type-checked and never run. */
const neverRun = <C>(_work: (call: C) => unknown): void => undefined

/** The names of the events that a service may emit. */
type EventsOf<C extends { readonly emit: (event: never) => void }> = Parameters<C['emit']>[0] extends infer Event
  ? Event extends { readonly event: infer Name }
    ? Name
    : never
  : never

describe('the types of the built-in services', () => {
  it('let each emit events of its own union, not any text', () => {
    expectTypeOf<string>().not.toExtend<EventsOf<ChatCall>>()
    expectTypeOf<string>().not.toExtend<EventsOf<PaymentsCall>>()
    expectTypeOf<string>().not.toExtend<EventsOf<AuthCall>>()
    expectTypeOf<string>().not.toExtend<EventsOf<CodehostCall>>()
    expectTypeOf<string>().not.toExtend<EventsOf<DeployhostCall>>()
    expectTypeOf<string>().not.toExtend<EventsOf<MailCall>>()
    expectTypeOf<'message'>().toExtend<EventsOf<ChatCall>>()
    expectTypeOf<'messages'>().not.toExtend<EventsOf<ChatCall>>()
    expectTypeOf<EventsOf<DocdbCall>>().toBeNever()
    expectTypeOf<EventsOf<CloudCall>>().toBeNever()
  })

  it('refuse an unknown key, and values of other types, in chat', () => {
    neverRun<ChatCall>(({ rows }) => {
      rows.users.find('name', 'ada')
      // @ts-expect-error a name is text
      rows.users.find('name', 1)
      // @ts-expect-error no key is named so
      rows.users.find('login', 'ada')
      // @ts-expect-error each message and user has its own
      rows.messageStates.get('1')
      // @ts-expect-error a list of numbers
      rows.consumedMessages.set('1')
    })
  })

  it('refuse an unknown key, and values of other types, in payments', () => {
    neverRun<PaymentsCall>(({ rows }) => {
      rows.reportedUntil.get('acct_1')
      // @ts-expect-error each account has its own
      rows.reportedUntil.get()
      // @ts-expect-error a number
      rows.reportedUntil.set('now', 'acct_1')
      rows.paymentLinks.find('token', 't')
      // @ts-expect-error the key has one part
      rows.paymentLinks.find('token', 't', 1)
      // @ts-expect-error no index is named so
      rows.paymentLinks.list('newest')
    })
  })

  it('refuse an unknown key, and values of other types, in auth-saas', () => {
    neverRun<AuthCall>(({ rows }) => {
      rows.allowlist.find('identifier', 'ada@example.com')
      // @ts-expect-error an identifier is text
      rows.allowlist.find('identifier', 1)
      // @ts-expect-error no key is named so
      rows.blocklist.find('email', 'ada@example.com')
    })
  })

  it('refuse an unknown key, and values of other types, in docdb', () => {
    neverRun<DocdbCall>(({ rows }) => {
      rows.projects.find('name', 'org', 'shop')
      // @ts-expect-error the organization comes first
      rows.projects.find('name', 'shop')
      // @ts-expect-error the field is not declared as a reference
      rows.projects.referring('name', 'org')
      rows.cappedBytes.get(1)
      // @ts-expect-error the id of a collection is a number
      rows.cappedBytes.get('orders')
      // @ts-expect-error true or false
      rows.keysAreListed.set('yes')
    })
  })
})
