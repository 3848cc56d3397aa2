import { afterAll, beforeEach, describe, expect } from 'vitest'
import { dataOf, receiveEvents, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const receiver = await receiveEvents()
const it = mailTest({ seed: { mail: { webhooks: [{ url: receiver.url }] } } })

afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

const hello = { from: 'hello@acme.test', subject: 'Hello', text: 'Hi' }
const resend = (mail: RunningMail) => resendOf(mail)
const send = async (mail: RunningMail, to: string | string[]) =>
  (await dataOf(resend(mail).emails.send({ ...hello, to }))).id
const lastEvent = async (mail: RunningMail, id: string) => (await dataOf(resend(mail).emails.get(id))).last_event

interface Event {
  readonly type: string
  readonly data: { readonly to?: readonly string[]; readonly suppressed?: unknown; readonly email?: string }
}
async function events(mail: RunningMail): Promise<Event[]> {
  await mail.webhooks.settled()
  return receiver.received.splice(0).map(({ body }) => JSON.parse(body) as Event) // what mail sends
}

describe('an address that complained or bounced hard', () => {
  it.for([
    ['complained', 'complaint', 'previous_complaint'],
    ['bounced', 'bounce', 'previous_bounce'],
  ] as const)('is suppressed after it %s', async ([event, origin, reason], { mail }) => {
    const first = await send(mail, 'Ada <ada@lovelace.test>')
    mail.report({ email: first, event })
    expect((await events(mail)).map(({ type }) => type)).toContain('suppression.added')
    const second = await send(mail, ['ADA@lovelace.test', 'bob@example.test'])
    expect(await lastEvent(mail, second)).toBe('suppressed')
    const [, delivered, suppressed] = await events(mail)
    expect(delivered).toMatchObject({ type: 'email.delivered', data: { to: ['bob@example.test'] } })
    expect(suppressed).toMatchObject({
      type: 'email.suppressed',
      data: { to: ['ADA@lovelace.test'], suppressed: { reason, type: 'OnAccountSuppressionList' } },
    })
    expect(mail.inbox.list({ to: 'ada@lovelace.test' }).map(({ id }) => id)).toEqual([first])
    expect(mail.inbox.list({ to: 'bob@example.test' }).map(({ id }) => id)).toEqual([second])
    expect((await dataOf(resend(mail).suppressions.list())).data).toEqual([
      {
        id: expect.any(String) as string,
        email: 'ada@lovelace.test',
        origin,
        source_id: first,
        created_at: '2026-01-01 12:00:00+00',
      },
    ])
  })

  it('gets nothing in the inbox when it is the only recipient', async ({ mail }) => {
    mail.report({ email: await send(mail, 'ada@lovelace.test'), event: 'bounced' })
    mail.inbox.clear()
    await events(mail)
    await send(mail, 'ada@lovelace.test')
    expect((await events(mail)).map(({ type }) => type)).toEqual(['email.sent', 'email.suppressed'])
    expect(mail.inbox.list()).toEqual([])
  })

  it('does not include the vendor’s test addresses, which can be used again', async ({ mail }) => {
    await send(mail, ['bounced@resend.dev', 'complained+1@resend.dev'])
    expect((await dataOf(resend(mail).suppressions.list())).data).toEqual([])
    expect(await lastEvent(mail, await send(mail, 'bounced@resend.dev'))).toBe('bounced')
  })
})

describe('the suppression list', () => {
  it('is changed one by one', async ({ mail }) => {
    const { id } = await dataOf(resend(mail).suppressions.add({ email: 'Ada@lovelace.test' }))
    expect(await dataOf(resend(mail).suppressions.add({ email: 'ada@lovelace.test' }))).toMatchObject({ id })
    const entry = { object: 'suppression', id, email: 'ada@lovelace.test', origin: 'manual', source_id: null }
    expect(await dataOf(resend(mail).suppressions.get('ada@lovelace.test'))).toMatchObject(entry)
    expect(await lastEvent(mail, await send(mail, 'ada@lovelace.test'))).toBe('suppressed')
    expect(await dataOf(resend(mail).suppressions.remove(id))).toEqual({ object: 'suppression', id, deleted: true })
    expect((await resend(mail).suppressions.get(id)).error).toMatchObject({ statusCode: 404 })
    expect(await lastEvent(mail, await send(mail, 'ada@lovelace.test'))).toBe('delivered')
    const changes = (await events(mail)).filter(({ type }) => type.startsWith('suppression.'))
    expect(changes.map(({ type, data }) => [type, data.email])).toEqual([
      ['suppression.added', 'ada@lovelace.test'],
      ['suppression.removed', 'ada@lovelace.test'],
    ])
  })

  it('is changed in batches, and filtered by origin', async ({ mail }) => {
    const emails = ['ada@lovelace.test', 'bob@example.test']
    const { data } = await dataOf(resend(mail).suppressions.batch.add({ emails }))
    expect(data.map(({ object }) => object)).toEqual(['suppression', 'suppression'])
    const list = await dataOf(resend(mail).suppressions.list({ origin: 'manual', limit: 1 }))
    expect(list).toMatchObject({ has_more: true, data: [{ email: 'bob@example.test' }] })
    expect((await dataOf(resend(mail).suppressions.list({ origin: 'bounce' }))).data).toEqual([])
    const removed = await dataOf(resend(mail).suppressions.batch.remove({ emails: [...emails, 'nobody@example.test'] }))
    expect(removed.data.map(({ id, deleted }) => [id, deleted])).toEqual(data.map(({ id }) => [id, true]))
  })
})
