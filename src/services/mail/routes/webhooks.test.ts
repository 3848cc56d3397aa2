import { afterAll, describe, expect } from 'vitest'
import {
  dataOf,
  receiveEvents,
  resendOf,
  mailTest,
  type RunningMail,
  type WebhookReceiver,
} from '#mail/mail.fixture.ts'

const receiver = await receiveEvents()
const it = mailTest()

afterAll(() => receiver[Symbol.asyncDispose]())
it.afterEach(async ({ mail }) => {
  // Otherwise deliveries of this test would arrive during the next one.
  await mail.webhooks.settled()
  receiver.received.length = 0
})

const hello = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', text: 'Hello, Ada.' }
const create = (mail: RunningMail) =>
  dataOf(resendOf(mail).webhooks.create({ endpoint: receiver.url, events: ['email.sent', 'email.bounced'] }))
const types = async (mail: RunningMail) => {
  await dataOf(resendOf(mail).emails.send(hello))
  await mail.webhooks.settled()
  return receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
}

describe('a webhook', () => {
  it('is created and retrieved with a signing secret', async ({ mail }) => {
    const created = await create(mail)
    expect(created).toEqual({
      object: 'webhook',
      id: expect.any(String) as string,
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/) as string,
    })
    expect(await dataOf(resendOf(mail).webhooks.get(created.id))).toEqual({
      object: 'webhook',
      id: created.id,
      created_at: '2026-01-01 12:00:00+00',
      status: 'enabled',
      endpoint: receiver.url,
      events: ['email.sent', 'email.bounced'],
      signing_secret: created.signing_secret,
    })
  })

  it('gets the events it subscribes to, signed with its secret', async ({ mail }) => {
    const { signing_secret: webhookSecret } = await create(mail)
    expect(await types(mail)).toEqual(['email.sent'])
    const [{ headers, body }] = receiver.received as [WebhookReceiver['received'][number]]
    const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map((name) =>
      String(headers[`svix-${name}`]),
    )
    const signed = { payload: body, headers: { id, timestamp, signature } }
    expect(resendOf(mail).webhooks.verify({ ...signed, webhookSecret })).toMatchObject({ type: 'email.sent' })
  })

  it('is listed without its secret, newest first', async ({ mail }) => {
    const first = await create(mail)
    const second = await create(mail)
    const list = await dataOf(resendOf(mail).webhooks.list())
    expect(list).toEqual({
      object: 'list',
      has_more: false,
      data: [second, first].map(({ id }) => ({
        id,
        created_at: '2026-01-01 12:00:00+00',
        status: 'enabled',
        endpoint: receiver.url,
        events: ['email.sent', 'email.bounced'],
      })),
    })
    const page = await dataOf(resendOf(mail).webhooks.list({ limit: 1, after: second.id }))
    expect([page.data.map(({ id }) => id), page.has_more]).toEqual([[first.id], false])
  })

  it('is updated member by member', async ({ mail }) => {
    const { id } = await create(mail)
    const changed = await dataOf(resendOf(mail).webhooks.update(id, { events: ['email.delivered'] }))
    expect(changed).toEqual({ object: 'webhook', id })
    expect(await dataOf(resendOf(mail).webhooks.get(id))).toMatchObject({
      status: 'enabled',
      endpoint: receiver.url,
      events: ['email.delivered'],
    })
    expect(await types(mail)).toEqual(['email.delivered'])
  })

  it('gets nothing while it is disabled or after it is deleted', async ({ mail }) => {
    const { id } = await create(mail)
    await dataOf(resendOf(mail).webhooks.update(id, { status: 'disabled' }))
    expect(await types(mail)).toEqual([])
    await dataOf(resendOf(mail).webhooks.update(id, { status: 'enabled' }))
    expect(await types(mail)).toEqual(['email.sent'])
    expect(await dataOf(resendOf(mail).webhooks.remove(id))).toEqual({ object: 'webhook', id, deleted: true })
    expect(await types(mail)).toEqual(['email.sent'])
    expect((await resendOf(mail).webhooks.get(id)).error).toEqual({
      statusCode: 404,
      message: 'Webhook not found',
      name: 'not_found',
    })
  })

  it('gets a new secret by rotation', async ({ mail }) => {
    const { id, signing_secret: before } = await create(mail)
    const rotated = await dataOf(resendOf(mail).webhooks.rotateSigningSecret(id))
    expect(rotated).toMatchObject({ object: 'webhook', id })
    expect(rotated.signing_secret).not.toBe(before)
    expect((await dataOf(resendOf(mail).webhooks.get(id))).signing_secret).toBe(rotated.signing_secret)
  })

  it.for([
    ['no endpoint', { events: ['email.sent'] }, 'missing_required_field'],
    ['no events', { endpoint: 'http://localhost/hook' }, 'missing_required_field'],
    ['an empty list of events', { endpoint: 'http://localhost/hook', events: [] }, 'validation_error'],
    ['an unknown event', { endpoint: 'http://localhost/hook', events: ['email.read'] }, 'validation_error'],
    ['an endpoint that is no URL', { endpoint: 'localhost', events: ['email.sent'] }, 'validation_error'],
  ] as const)('is refused with %s', async ([_what, body, name], { mail }) => {
    const { error } = await resendOf(mail).webhooks.create(body as never) // wrong on purpose
    expect(error).toMatchObject({ statusCode: 422, name })
    expect((await dataOf(resendOf(mail).webhooks.list())).data).toEqual([])
  })
})
