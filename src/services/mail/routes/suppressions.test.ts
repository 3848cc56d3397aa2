import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  dataOf,
  receiveEvents,
  resendOf,
  startMail,
  type RunningMail,
  type WebhookReceiver,
} from '#mail/mail.fixture.ts'

let mail: RunningMail
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await receiveEvents()
  mail = await startMail({ seed: { mail: { webhooks: [{ url: receiver.url }] } } })
})
afterAll(async () => {
  await mail.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  mail.reset()
  receiver.received.length = 0
})

const hello = { from: 'hello@acme.test', subject: 'Hello', text: 'Hi' }
const resend = () => resendOf(mail)
const send = async (to: string | string[]) => (await dataOf(resend().emails.send({ ...hello, to }))).id
const lastEvent = async (id: string) => (await dataOf(resend().emails.get(id))).last_event

interface Event {
  readonly type: string
  readonly data: { readonly to?: readonly string[]; readonly suppressed?: unknown; readonly email?: string }
}
async function events(): Promise<Event[]> {
  await mail.webhooks.settled()
  return receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Event) // what mail sends
}

describe('an address that complained or bounced hard', () => {
  it.each([
    ['complained', 'complaint', 'previous_complaint'],
    ['bounced', 'bounce', 'previous_bounce'],
  ] as const)('is suppressed after it %s', async (event, origin, reason) => {
    const first = await send('Ada <ada@lovelace.test>')
    mail.report({ email: first, event })
    expect((await events()).map(({ type }) => type)).toContain('suppression.added')
    const second = await send(['ADA@lovelace.test', 'bob@example.test'])
    expect(await lastEvent(second)).toBe('suppressed')
    const [, delivered, suppressed] = await events()
    expect(delivered).toMatchObject({ type: 'email.delivered', data: { to: ['bob@example.test'] } })
    expect(suppressed).toMatchObject({
      type: 'email.suppressed',
      data: { to: ['ADA@lovelace.test'], suppressed: { reason, type: 'OnAccountSuppressionList' } },
    })
    expect(mail.inbox.list({ to: 'ada@lovelace.test' }).map(({ id }) => id)).toEqual([first])
    expect(mail.inbox.list({ to: 'bob@example.test' }).map(({ id }) => id)).toEqual([second])
    expect((await dataOf(resend().suppressions.list())).data).toEqual([
      {
        id: expect.any(String) as string,
        email: 'ada@lovelace.test',
        origin,
        source_id: first,
        created_at: '2026-01-01T12:00:00.000Z',
      },
    ])
  })

  it('gets nothing in the inbox when it is the only recipient', async () => {
    mail.report({ email: await send('ada@lovelace.test'), event: 'bounced' })
    mail.inbox.clear()
    await events()
    await send('ada@lovelace.test')
    expect((await events()).map(({ type }) => type)).toEqual(['email.sent', 'email.suppressed'])
    expect(mail.inbox.list()).toEqual([])
  })

  it('does not include the vendor’s test addresses, which can be used again', async () => {
    await send(['bounced@resend.dev', 'complained+1@resend.dev'])
    expect((await dataOf(resend().suppressions.list())).data).toEqual([])
    expect(await lastEvent(await send('bounced@resend.dev'))).toBe('bounced')
  })
})

describe('the suppression list', () => {
  it('is changed one by one', async () => {
    const { id } = await dataOf(resend().suppressions.add({ email: 'Ada@lovelace.test' }))
    expect(await dataOf(resend().suppressions.add({ email: 'ada@lovelace.test' }))).toMatchObject({ id })
    const entry = { object: 'suppression', id, email: 'ada@lovelace.test', origin: 'manual', source_id: null }
    expect(await dataOf(resend().suppressions.get('ada@lovelace.test'))).toMatchObject(entry)
    expect(await lastEvent(await send('ada@lovelace.test'))).toBe('suppressed')
    expect(await dataOf(resend().suppressions.remove(id))).toEqual({ object: 'suppression', id, deleted: true })
    expect((await resend().suppressions.get(id)).error).toMatchObject({ statusCode: 404 })
    expect(await lastEvent(await send('ada@lovelace.test'))).toBe('delivered')
    const changes = (await events()).filter(({ type }) => type.startsWith('suppression.'))
    expect(changes.map(({ type, data }) => [type, data.email])).toEqual([
      ['suppression.added', 'ada@lovelace.test'],
      ['suppression.removed', 'ada@lovelace.test'],
    ])
  })

  it('is changed in batches, and filtered by origin', async () => {
    const emails = ['ada@lovelace.test', 'bob@example.test']
    const { data } = await dataOf(resend().suppressions.batch.add({ emails }))
    expect(data.map(({ object }) => object)).toEqual(['suppression', 'suppression'])
    const list = await dataOf(resend().suppressions.list({ origin: 'manual', limit: 1 }))
    expect(list).toMatchObject({ has_more: true, data: [{ email: 'bob@example.test' }] })
    expect((await dataOf(resend().suppressions.list({ origin: 'bounce' }))).data).toEqual([])
    const removed = await dataOf(resend().suppressions.batch.remove({ emails: [...emails, 'nobody@example.test'] }))
    expect(removed.data.map(({ id, deleted }) => [id, deleted])).toEqual(data.map(({ id }) => [id, true]))
  })
})
