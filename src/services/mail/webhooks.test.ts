import { afterAll, describe, expect } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { dataOf, receiveEvents, resendOf, mailTest, type RunningMail, type WebhookReceiver } from './mail.fixture.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const receiver = await receiveEvents()
const it = mailTest({ seed: { mail: { webhooks: [{ url: receiver.url, secret: SECRET }] } } })

afterAll(() => receiver[Symbol.asyncDispose]())
it.afterEach(async ({ mail }) => {
  // Otherwise deliveries of this test would arrive during the next one.
  await mail.webhooks.settled()
  receiver.received.length = 0
})

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const send = async (mail: RunningMail, changes = {}) =>
  (await dataOf(resendOf(mail).emails.send({ ...hello, ...changes }))).id
const lastEvent = async (mail: RunningMail, id: string) => (await dataOf(resendOf(mail).emails.get(id))).last_event

interface Event {
  readonly type: string
  readonly created_at: string
  readonly data: Record<string, unknown>
}

/** Returns the events that arrived, each verified with the vendor's own verifier. */
async function events(mail: RunningMail): Promise<Event[]> {
  await mail.webhooks.settled()
  return receiver.received.map(({ headers, body }) => {
    const [id, timestamp, signature] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) =>
      String(headers[name]),
    )
    const verified = resendOf(mail).webhooks.verify({
      payload: body,
      headers: { id: id ?? '', timestamp: timestamp ?? '', signature: signature ?? '' },
      webhookSecret: SECRET,
    })
    return verified as unknown as Event // this file tests the data of each event
  })
}

const typesAndRecipients = async (mail: RunningMail) => (await events(mail)).map(({ type, data }) => [type, data['to']])

describe('events of an email', () => {
  it('are sent and delivered, for an ordinary recipient', async ({ mail }) => {
    const id = await send(mail, {
      headers: { 'X-Ref': '1' },
      tags: [{ name: 'category', value: 'confirm_email' }],
    })
    const data = {
      created_at: '2026-01-01T12:00:00.000Z',
      email_id: id,
      message_id: (await dataOf(resendOf(mail).emails.get(id))).message_id,
      from: 'Acme <hello@acme.test>',
      to: ['ada@lovelace.test'],
      subject: 'Hello',
      headers: [{ name: 'X-Ref', value: '1' }],
      tags: { category: 'confirm_email' },
    }
    expect(await events(mail)).toEqual([
      { type: 'email.sent', created_at: '2026-01-01T12:00:00.000Z', data },
      { type: 'email.delivered', created_at: '2026-01-01T12:00:00.000Z', data },
    ])
  })

  it('omit members without a value', async ({ mail }) => {
    await send(mail)
    const [sent] = await events(mail)
    expect(Object.keys(sent?.data ?? {})).toEqual(['created_at', 'email_id', 'message_id', 'from', 'to', 'subject'])
  })

  it.for([
    ['delivered@resend.dev', ['email.sent', 'email.delivered'], 'delivered'],
    ['delivered+signup@resend.dev', ['email.sent', 'email.delivered'], 'delivered'],
    ['bounced@resend.dev', ['email.sent', 'email.bounced'], 'bounced'],
    ['Bob <BOUNCED+1@resend.dev>', ['email.sent', 'email.bounced'], 'bounced'],
    ['complained@resend.dev', ['email.sent', 'email.delivered', 'email.complained'], 'complained'],
    ['suppressed+label@resend.dev', ['email.sent', 'email.suppressed'], 'suppressed'],
    ['bounced@elsewhere.test', ['email.sent', 'email.delivered'], 'delivered'],
  ] as const)('for %s are %j', async ([to, expected, last], { mail }) => {
    const id = await send(mail, { to })
    expect(await typesAndRecipients(mail)).toEqual(expected.map((type) => [type, [to]]))
    expect(await lastEvent(mail, id)).toBe(last)
  })

  it('name the recipients of each outcome, including cc and bcc', async ({ mail }) => {
    await send(mail, {
      to: ['ada@lovelace.test', 'bounced@resend.dev'],
      cc: 'grace@navy.test',
      bcc: 'complained@resend.dev',
    })
    expect(await typesAndRecipients(mail)).toEqual([
      ['email.sent', ['ada@lovelace.test', 'bounced@resend.dev']],
      ['email.delivered', ['ada@lovelace.test', 'grace@navy.test', 'complained@resend.dev']],
      ['email.complained', ['complained@resend.dev']],
      ['email.bounced', ['bounced@resend.dev']],
    ])
  })

  it('say why an email bounced or was suppressed', async ({ mail }) => {
    await send(mail, { to: ['bounced@resend.dev', 'suppressed@resend.dev'] })
    const [, suppressed, bounced] = await events(mail)
    expect(suppressed?.data['suppressed']).toEqual({
      diagnosticCode: [expect.any(String)],
      message: expect.any(String) as string,
      reason: 'previous_bounce',
      type: 'OnAccountSuppressionList',
    })
    expect(bounced?.data['bounce']).toEqual({
      diagnosticCode: [expect.stringMatching(/^smtp; 5/)],
      message: expect.any(String) as string,
      subType: 'General',
      type: 'Permanent',
    })
  })

  it('of a scheduled email are scheduled at first, and the rest when it is sent', async ({ mail }) => {
    const id = await send(mail, { scheduledAt: 'in 1 hour' })
    expect(await typesAndRecipients(mail)).toEqual([['email.scheduled', ['ada@lovelace.test']]])
    mail.clock.advance('1h')
    const all = await events(mail)
    expect(all.map(({ type, created_at }) => [type, created_at])).toEqual([
      ['email.scheduled', '2026-01-01T12:00:00.000Z'],
      ['email.sent', '2026-01-01T13:00:00.000Z'],
      ['email.delivered', '2026-01-01T13:00:00.000Z'],
    ])
    expect(all.map(({ data }) => data['email_id'])).toEqual([id, id, id])
  })

  it('can be reported by a test', async ({ mail }) => {
    const id = await send(mail)
    mail.report({ email: id, event: 'opened' })
    mail.report({ email: id, event: 'clicked', link: 'https://acme.test/start' })
    expect(await lastEvent(mail, id)).toBe('clicked')
    mail.report({ email: id, event: 'delivery_delayed', to: ['grace@navy.test'] })
    mail.report({ email: id, event: 'failed' })
    expect(await lastEvent(mail, id)).toBe('failed')
    const [, , opened, clicked, delayed, failed] = await events(mail)
    expect(opened).toMatchObject({ type: 'email.opened', data: { email_id: id, to: ['ada@lovelace.test'] } })
    expect(clicked?.data['click']).toEqual({
      ipAddress: '127.0.0.1',
      link: 'https://acme.test/start',
      timestamp: '2026-01-01T12:00:00.000Z',
      userAgent: expect.any(String) as string,
    })
    expect(delayed).toMatchObject({ type: 'email.delivery_delayed', data: { to: ['grace@navy.test'] } })
    expect(failed).toMatchObject({ type: 'email.failed', data: { failed: { reason: 'reached_daily_quota' } } })
  })

  it('are failed for recipients who opted out of its topic, and sent for the others', async ({ mail }) => {
    const { id: topicId } = await dataOf(resendOf(mail).topics.create({ name: 'News', defaultSubscription: 'opt_in' }))
    await dataOf(
      resendOf(mail).contacts.create({
        email: 'ada@lovelace.test',
        topics: [{ id: topicId, subscription: 'opt_out' }],
      }),
    )
    const id = await send(mail, { to: ['ada@lovelace.test', 'grace@navy.test'], topicId })
    const all = (await events(mail)).filter(({ data }) => data['email_id'] === id)
    expect(all.map(({ type, data }) => [type, data['to'], data['failed']])).toEqual([
      ['email.failed', ['ada@lovelace.test'], { reason: 'topic_opted_out' }],
      ['email.sent', ['grace@navy.test'], undefined],
      ['email.delivered', ['grace@navy.test'], undefined],
    ])
  })

  it('cannot be reported for an email that was not sent', async ({ mail }) => {
    const id = await send(mail, { scheduledAt: 'in 1 hour' })
    expect(() => mail.report({ email: id, event: 'opened' })).toThrow(/was not sent: it is scheduled/)
    expect(() => mail.report({ email: 'nothing', event: 'opened' })).toThrow(/no email has the id "nothing"/)
    const sent = await send(mail)
    expect(() => mail.report({ email: sent, event: 'clicked' })).toThrow(/link is missing/)
    expect(() => mail.report({ email: sent, event: 'opened', link: 'https://acme.test' })).toThrow(
      /link is for clicked/,
    )
    expect(await lastEvent(mail, sent)).toBe('delivered')
  })
})

describe('the signature of a delivery', () => {
  it('is that of Svix and of Standard Webhooks, and fails for another body', async ({ mail }) => {
    await send(mail)
    await mail.webhooks.settled()
    const [{ headers, body }] = receiver.received as [WebhookReceiver['received'][number]]
    const signed = {
      'webhook-id': String(headers['svix-id']),
      'webhook-timestamp': String(headers['svix-timestamp']),
      'webhook-signature': String(headers['svix-signature']),
    }
    expect(headers['svix-id']).toMatch(/^msg_/)
    expect(headers['svix-signature']).toMatch(/^v1,/)
    expect(new Webhook(SECRET).verify(body, signed)).toMatchObject({ type: 'email.sent' })
    expect(() => new Webhook(SECRET).verify(body.replace('Hello', 'Hacked'), signed)).toThrow('No matching signature')
    expect(() => new Webhook('whsec_b3RoZXI=').verify(body, signed)).toThrow('No matching signature')
  })

  it('holds when the clock of the instance was moved', async ({ mail }) => {
    await send(mail, { scheduledAt: 'in 20 days' })
    mail.clock.advance('20d')
    expect(await typesAndRecipients(mail)).toHaveLength(3)
  })

  it('has the id of the first attempt when a delivery is sent again', async ({ mail }) => {
    await send(mail)
    const delivery = await mail.webhooks.next('email.delivered')
    await mail.webhooks.redeliver(delivery.id)
    const ids = receiver.received.map(({ headers }) => headers['svix-id'])
    expect(ids).toHaveLength(3)
    expect(ids[2]).toBe(ids[1])
    expect(ids[1]).not.toBe(ids[0])
  })
})

it('is made afresh when a failed delivery is retried on the schedule of Svix', async ({ mail }) => {
  await send(mail)
  await mail.webhooks.settled()
  const schedule = ['5s', '5m', '30m', '2h', '5h', '10h']
  receiver.received.length = 0
  receiver.status = 500
  try {
    mail.report({ email: (await dataOf(resendOf(mail).emails.list())).data[0]?.id ?? '', event: 'opened' })
    await mail.webhooks.settled()
    for (const [index, after] of schedule.entries()) {
      expect(receiver.received).toHaveLength(index + 1)
      mail.clock.advance(after)
      await mail.webhooks.settled()
    }
    mail.clock.advance('30d')
    await mail.webhooks.settled()
  } finally {
    receiver.status = 200
  }
  expect(receiver.received).toHaveLength(schedule.length + 1)
  expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(1)
  expect((await events(mail)).every(({ type }) => type === 'email.opened')).toBe(true)
})

it('is not sent again to a disabled webhook', async ({ mail }) => {
  receiver.status = 500
  try {
    await send(mail)
    await mail.webhooks.settled()
    const attempts = receiver.received.length
    const [webhook] = (await dataOf(resendOf(mail).webhooks.list())).data
    await dataOf(resendOf(mail).webhooks.update(webhook?.id ?? '', { status: 'disabled' }))
    mail.clock.advance('1h')
    await mail.webhooks.settled()
    expect(receiver.received).toHaveLength(attempts)
  } finally {
    receiver.status = 200
  }
})

it('is not sent again to a deleted webhook', async ({ mail }) => {
  receiver.status = 500
  try {
    await send(mail)
    await mail.webhooks.settled()
    const attempts = receiver.received.length
    const [webhook] = (await dataOf(resendOf(mail).webhooks.list())).data
    await dataOf(resendOf(mail).webhooks.remove(webhook?.id ?? ''))
    mail.clock.advance('1h')
    await mail.webhooks.settled()
    expect(receiver.received).toHaveLength(attempts)
  } finally {
    receiver.status = 200
  }
})
