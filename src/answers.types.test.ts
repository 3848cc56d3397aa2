import { describe, expectTypeOf, it } from 'vitest'
import type { JsonValue } from '#core/calls/received-call.ts'
import type { Emulators } from './services.generated.ts'

// The type check runs these tests: each reads the answer of an operation as the test of an application does.

/** Wraps code that is type-checked and never run. */
const neverRun = <Id extends keyof Emulators>(_id: Id, _work: (emulator: Emulators[Id]) => unknown): void => undefined

describe('the answer of a call has the type of its operation', () => {
  it('in auth-saas', () => {
    neverRun('auth-saas', (auth) => {
      expectTypeOf(auth.calls('UsersBan')[0]?.answer[0]?.first_name).toEqualTypeOf<string | null | undefined>()
      expectTypeOf(auth.calls('GetUser')[0]?.answer.email_addresses[0]?.email_address).toEqualTypeOf<
        string | undefined
      >()
      expectTypeOf(auth.calls('GetBillingStatement')[0]?.answer.totals.grand_total.amount).toEqualTypeOf<
        number | undefined
      >()
      expectTypeOf(auth.calls('scim/createUser')[0]?.answer.userName).toEqualTypeOf<string | undefined>()
      expectTypeOf(auth.calls('pages/signIn')[0]?.answer).toEqualTypeOf<string | null | undefined>()
      expectTypeOf(auth.calls('oauth/revoke')[0]?.answer).toEqualTypeOf<null | undefined>()
    })
  })

  it('in chat', () => {
    neverRun('chat', (chat) => {
      expectTypeOf(chat.calls('admin.users.setAdmin')[0]?.answer.ok).toEqualTypeOf<boolean | undefined>()
      expectTypeOf(chat.calls('conversations.setTopic')[0]?.answer.channel.id).toEqualTypeOf<string | undefined>()
    })
  })

  it('in cloud', () => {
    neverRun('cloud', (cloud) => {
      const [received] = cloud.calls('sqs:ReceiveMessage')
      if (received === undefined || typeof received.answer === 'string') return
      expectTypeOf(received.answer.Messages?.[0]?.Body).toEqualTypeOf<string | undefined>()
      expectTypeOf(cloud.calls('iam:ListAttachedRolePolicies')[0]?.answer).toEqualTypeOf<string | undefined>()
    })
  })

  it('in codehost', () => {
    neverRun('codehost', (codehost) => {
      expectTypeOf(codehost.calls('dependabot/get-repo-public-key')[0]?.answer.key_id).toEqualTypeOf<
        string | undefined
      >()
      expectTypeOf(codehost.calls('teams/get-member-legacy')[0]?.answer).toEqualTypeOf<null | undefined>()
      expectTypeOf(codehost.calls('query viewer')[0]?.answer.data?.['viewer']).toEqualTypeOf<JsonValue | undefined>()
    })
  })

  it('in deployhost', () => {
    neverRun('deployhost', (deployhost) => {
      const [events] = deployhost.calls('getDeploymentEvents')
      if (!Array.isArray(events?.answer)) return
      expectTypeOf(events.answer[0]?.type).toExtend<string | undefined>()
    })
  })

  it('in docdb', () => {
    neverRun('docdb', (docdb) => {
      expectTypeOf(docdb.calls('dataApi_updateOne')[0]?.answer.matchedCount).toEqualTypeOf<number | undefined>()
      expectTypeOf(docdb.calls('find')[0]?.answer.cursor.ns).toEqualTypeOf<string | undefined>()
      expectTypeOf(docdb.calls('update')[0]?.answer.nModified).toEqualTypeOf<number | undefined>()
      expectTypeOf(docdb.calls('serverStatus')[0]?.answer.ok).toEqualTypeOf<number | undefined>()
    })
  })

  it('in oidc-a, oidc-b and oidc-d', () => {
    neverRun('oidc-a', (google) => expectTypeOf(google.calls('revoke')[0]?.answer).toEqualTypeOf<{} | undefined>())
    neverRun('oidc-b', (apple) => expectTypeOf(apple.calls('revoke')[0]?.answer).toEqualTypeOf<null | undefined>())
    neverRun('oidc-d', (okta) => {
      expectTypeOf(okta.calls('authn')[0]?.answer.status).toEqualTypeOf<string | null | undefined>()
    })
  })

  it('in payments', () => {
    neverRun('payments', (payments) => {
      expectTypeOf(payments.calls('GetV2CoreEventsEvent')[0]?.answer.created).toEqualTypeOf<string | undefined>()
    })
  })
})
