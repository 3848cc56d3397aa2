import { describe, expect } from 'vitest'
import { dataOf, mailTest, receiveEvents, resendOf, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const events = (mail: RunningMail) => resendOf(mail).webhooks.events
const addContact = async (mail: RunningMail, email: string) => {
  await dataOf(resendOf(mail).contacts.create({ email }))
  await mail.webhooks.settled()
}
const subscribe = async (mail: RunningMail, endpoint: string) =>
  (await dataOf(resendOf(mail).webhooks.create({ endpoint, events: ['contact.created'] }))).id

describe('the events of a webhook', () => {
  it('are listed, newest first, and read with their payload', async ({ mail }) => {
    await using receiver = await receiveEvents()
    const webhookId = await subscribe(mail, receiver.url)
    for (const email of ['ada@example.com', 'bob@example.com']) await addContact(mail, email)
    const { data, has_more } = await dataOf(events(mail).list({ webhookId, limit: 1 }))
    const [newest, oldest] = receiver.received.toReversed()
    const event = {
      id: newest?.headers['svix-id'],
      type: 'contact.created',
      created_at: '2026-01-01T12:00:00.000Z',
      status: 'success',
    }
    expect([data, has_more]).toEqual([[event], true])
    const rest = await dataOf(events(mail).list({ webhookId, after: data[0]?.id ?? '' }))
    expect(rest.data.map(({ id }) => id)).toEqual([oldest?.headers['svix-id']])
    expect(await dataOf(events(mail).get({ webhookId, eventId: data[0]?.id ?? '' }))).toEqual({
      object: 'webhook_event',
      ...event,
      next_attempt_at: null,
      payload: JSON.parse(newest?.body ?? ''),
    })
    const other = await subscribe(mail, receiver.url)
    expect((await events(mail).get({ webhookId: other, eventId: data[0]?.id ?? '' })).error?.statusCode).toBe(404)
  })

  it('are attempting while attempts remain, with the time of the next one', async ({ mail }) => {
    await using receiver = await receiveEvents()
    Object.assign(receiver, { status: 500, answer: 'not now' })
    const webhookId = await subscribe(mail, receiver.url)
    await addContact(mail, 'ada@example.com')
    const [{ id: eventId } = { id: '' }] = (await dataOf(events(mail).list({ webhookId }))).data
    const read = () => dataOf(events(mail).get({ webhookId, eventId }))
    expect(await read()).toMatchObject({ status: 'attempting', next_attempt_at: '2026-01-01T12:00:05.000Z' })
    receiver.status = 200
    mail.clock.advance('5s')
    await mail.webhooks.settled()
    expect(await read()).toMatchObject({ status: 'success', next_attempt_at: null })
    const { data } = await dataOf(events(mail).attempts.list({ webhookId, eventId }))
    expect(data).toMatchObject([
      { http_status_code: 200, response: 'not now', sent_at: '2026-01-01T12:00:05.000Z' },
      { http_status_code: 500, response: 'not now', sent_at: '2026-01-01T12:00:00.000Z' },
    ])
    expect(new Set(data.map(({ id }) => id)).size).toBe(2)
  })

  it('have failed after the last attempt', async ({ mail }) => {
    await using receiver = await receiveEvents()
    receiver.status = 500
    const webhookId = await subscribe(mail, receiver.url)
    await addContact(mail, 'ada@example.com')
    for (const delay of ['5s', '5m', '30m', '2h', '5h', '10h']) {
      mail.clock.advance(delay)
      await mail.webhooks.settled()
    }
    expect((await dataOf(events(mail).list({ webhookId }))).data).toMatchObject([{ status: 'failed' }])
    expect(receiver.received).toHaveLength(7)
  })

  it('are sent again when they are replayed, with the same id', async ({ mail }) => {
    await using receiver = await receiveEvents()
    const webhookId = await subscribe(mail, receiver.url)
    await addContact(mail, 'ada@example.com')
    const [{ id: eventId } = { id: '' }] = (await dataOf(events(mail).list({ webhookId }))).data
    expect(await dataOf(events(mail).replay({ webhookId, eventId }))).toEqual({ object: 'webhook_event', id: eventId })
    await mail.webhooks.settled()
    expect(receiver.received.map(({ headers }) => headers['svix-id'])).toEqual([eventId, eventId])
    expect((await dataOf(events(mail).attempts.list({ webhookId, eventId }))).data).toHaveLength(2)
  })
})
