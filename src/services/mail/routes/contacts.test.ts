import { afterAll, beforeEach, describe, expect } from 'vitest'
import {
  dataOf,
  receiveEvents,
  resend4Of,
  resendOf,
  startMail,
  mailTest,
  type RunningMail,
} from '#mail/mail.fixture.ts'

const receiver = await receiveEvents()
const it = mailTest({
  seed: {
    mail: {
      webhooks: [
        {
          url: receiver.url,
          events: [
            'contact.created',
            'contact.updated',
            'contact.deleted',
            'contact.topics.updated',
            'topic.created',
            'topic.updated',
            'topic.deleted',
          ],
        },
      ],
      audiences: [
        {
          name: 'Newsletter',
          contacts: [
            { email: 'ada@example.com', first_name: 'Ada' },
            { email: 'bob@example.com', unsubscribed: true },
          ],
        },
        { name: 'Beta', contacts: [{ email: 'ADA@example.com' }] },
      ],
    },
  },
})

afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

const resend = (mail: RunningMail) => resendOf(mail)
const emails = async (mail: RunningMail, segmentId?: string) =>
  (await dataOf(resend(mail).contacts.list(segmentId === undefined ? {} : { segmentId }))).data.map(
    ({ email }) => email,
  )
const segmentId = async (mail: RunningMail, name: string) =>
  (await dataOf(resend(mail).segments.list())).data.find((segment) => segment.name === name)?.id ?? ''
const events = async (mail: RunningMail) => {
  await mail.webhooks.settled()
  return receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}

describe('contacts', () => {
  it('have their members in the order of the list that they are in', async ({ mail }) => {
    const membersAt = async (path: string) => {
      const answer = await fetch(`${mail.url}${path}`, { headers: { authorization: 'Bearer re_test_123' } })
      const { data } = (await answer.json()) as { data: object[] }
      return Object.keys(data[0] ?? {})
    }
    expect(await membersAt('/contacts')).toEqual([
      'id',
      'created_at',
      'email',
      'unsubscribed',
      'first_name',
      'last_name',
    ])
    expect(await membersAt(`/segments/${await segmentId(mail, 'Newsletter')}/contacts`)).toEqual([
      'id',
      'email',
      'first_name',
      'last_name',
      'created_at',
      'unsubscribed',
    ])
  })

  it('cannot take the address of another contact', async ({ mail }) => {
    const rename = (email: string) =>
      fetch(`${mail.url}/contacts/ada@example.com`, {
        method: 'PATCH',
        headers: { authorization: 'Bearer re_test_123', 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    const refused = await rename('BOB@example.com')
    expect(refused.status).toBe(409)
    expect(await refused.text()).toBe(
      '{"statusCode":409,"message":"A contact with the email address `BOB@example.com` already exists.","name":"validation_error"}',
    )
    expect((await rename('ADA@example.com')).status).toBe(200)
    expect((await rename('countess@example.com')).status).toBe(200)
    expect(await emails(mail)).toEqual(['bob@example.com', 'countess@example.com'])
  })

  it('are created, read by id and by address, listed, updated and deleted', async ({ mail }) => {
    const { id, object } = await dataOf(
      resend(mail).contacts.create({ email: 'Carl@Example.com', firstName: 'Carl', unsubscribed: false }),
    )
    expect(object).toBe('contact')
    const contact = {
      object: 'contact',
      id,
      email: 'Carl@Example.com',
      first_name: 'Carl',
      last_name: null,
      created_at: '2026-01-01 12:00:00+00',
      unsubscribed: false,
      properties: {},
    }
    expect(await dataOf(resend(mail).contacts.get(id))).toEqual(contact)
    expect(await dataOf(resend(mail).contacts.get({ email: 'carl@example.com' }))).toEqual(contact)
    expect(await emails(mail)).toEqual(['Carl@Example.com', 'bob@example.com', 'ada@example.com'])
    expect(await dataOf(resend(mail).contacts.update({ id, lastName: 'Gauss', firstName: null }))).toEqual({
      object: 'contact',
      id,
    })
    expect(await dataOf(resend(mail).contacts.get(id))).toMatchObject({
      first_name: null,
      last_name: 'Gauss',
      unsubscribed: false,
    })
    expect(await dataOf(resend(mail).contacts.remove({ email: 'carl@example.com' }))).toEqual({
      object: 'contact',
      contact: id,
      deleted: true,
    })
    expect((await resend(mail).contacts.get(id)).error).toEqual({
      statusCode: 404,
      message: 'Contact not found',
      name: 'not_found',
    })
  })

  it('are listed in pages when the client sets a limit', async ({ mail }) => {
    const first = await dataOf(resend(mail).contacts.list({ limit: 1 }))
    expect(first).toMatchObject({ object: 'list', has_more: true, data: [{ email: 'bob@example.com' }] })
    const second = await dataOf(resend(mail).contacts.list({ limit: 1, after: first.data[0]?.id ?? '' }))
    expect(second).toMatchObject({ has_more: false, data: [{ email: 'ada@example.com' }] })
  })

  it('exist once per address: creating one again updates it', async ({ mail }) => {
    const { id } = await dataOf(resend(mail).contacts.get('ada@example.com'))
    expect(await dataOf(resend(mail).contacts.create({ email: 'Ada@example.com', lastName: 'Lovelace' }))).toEqual({
      object: 'contact',
      id,
    })
    expect(await dataOf(resend(mail).contacts.get(id))).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' })
    expect(await emails(mail)).toHaveLength(2)
  })

  it('need an address', async ({ mail }) => {
    expect((await resend(mail).contacts.create({ email: 'nobody' })).error).toMatchObject({
      statusCode: 422,
      name: 'validation_error',
      message: expect.stringContaining('Invalid `email` field.'),
    })
    const response = await fetch(`${mail.url}/contacts`, {
      method: 'POST',
      headers: { authorization: 'Bearer re_x' },
      body: '{}',
    })
    expect([response.status, await response.json()]).toEqual([
      422,
      { statusCode: 422, message: 'Missing `email` field.', name: 'missing_required_field' },
    ])
  })

  it('emit created, updated and deleted, with their segments', async ({ mail }) => {
    const newsletter = await segmentId(mail, 'Newsletter')
    const { id } = await dataOf(
      resend(mail).contacts.create({ email: 'carl@example.com', segments: [{ id: newsletter }] }),
    )
    await dataOf(resend(mail).contacts.update({ id, unsubscribed: true }))
    await dataOf(resend(mail).contacts.remove(id))
    const emitted = await events(mail)
    expect(emitted.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated', 'contact.deleted'])
    expect(emitted[0]?.data).toEqual({
      id,
      audience_id: newsletter,
      segment_ids: [newsletter],
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: '2026-01-01T12:00:00.000Z',
      email: 'carl@example.com',
      first_name: null,
      last_name: null,
      unsubscribed: false,
    })
    expect(emitted[2]?.data).toMatchObject({ segment_ids: [newsletter], unsubscribed: true })
  })
})

describe('segments', () => {
  it('are created, read, renamed, listed and deleted', async ({ mail }) => {
    const created = await dataOf(resend(mail).segments.create({ name: 'VIP' }))
    expect(created).toEqual({ object: 'segment', id: created.id, name: 'VIP' })
    expect(await dataOf(resend(mail).segments.get(created.id))).toEqual({
      object: 'segment',
      id: created.id,
      name: 'VIP',
      created_at: '2026-01-01 12:00:00+00',
    })
    expect(await dataOf(resend(mail).segments.update(created.id, { name: 'Very' }))).toEqual({
      object: 'segment',
      id: created.id,
    })
    expect((await dataOf(resend(mail).segments.list())).data.map(({ name }) => name)).toEqual([
      'Very',
      'Beta',
      'Newsletter',
    ])
    expect(await dataOf(resend(mail).segments.remove(created.id))).toEqual({
      object: 'segment',
      id: created.id,
      deleted: true,
    })
    expect((await resend(mail).segments.get(created.id)).error).toMatchObject({
      statusCode: 404,
      message: 'Segment not found',
    })
  })

  it('have members that join and leave, and that remain contacts when it is deleted', async ({ mail }) => {
    const beta = await segmentId(mail, 'Beta')
    expect(await emails(mail, beta)).toEqual(['ada@example.com'])
    const added = await dataOf(resend(mail).contacts.segments.add({ email: 'bob@example.com', segmentId: beta }))
    expect(added).toEqual({ id: beta })
    expect(await emails(mail, beta)).toEqual(['bob@example.com', 'ada@example.com'])
    expect(
      (await dataOf(resend(mail).contacts.segments.list({ email: 'ada@example.com' }))).data.map(({ name }) => name),
    ).toEqual(['Beta', 'Newsletter'])
    const removed = await dataOf(resend(mail).contacts.segments.remove({ email: 'ada@example.com', segmentId: beta }))
    expect(removed).toEqual({ id: beta, deleted: true })
    expect(
      (await resend(mail).contacts.segments.remove({ email: 'ada@example.com', segmentId: beta })).error,
    ).toMatchObject({ statusCode: 404 })
    await dataOf(resend(mail).segments.remove(beta))
    expect(await emails(mail)).toHaveLength(2)
  })

  it.for(['/segments/nothing', '/audiences/nothing', '/audiences/nothing/contacts/nobody@example.com'])(
    'are said to be deleted, as their contacts are, where there are none: %s',
    async (path, { mail }) => {
      const headers = { authorization: 'Bearer re_test_123' }
      const response = await mail.fetch(`http://host${path}`, { method: 'DELETE', headers })
      expect([response.status, await response.json()]).toMatchObject([200, { deleted: true }])
    },
  )

  it("are listed by the SDK's audiences too", async ({ mail }) => {
    const { data } = await dataOf(resend(mail).audiences.list())
    expect(data.map(({ name }) => name)).toEqual(['Beta', 'Newsletter'])
  })
})

describe('audiences, as older clients call them', () => {
  const older = (mail: RunningMail) => resend4Of(mail)

  it('are the same segments', async ({ mail }) => {
    const created = await dataOf(older(mail).audiences.create({ name: 'VIP' }))
    expect(created).toEqual({ object: 'audience', id: created.id, name: 'VIP' })
    expect(await dataOf(older(mail).audiences.get(created.id))).toMatchObject({ object: 'audience', name: 'VIP' })
    expect((await dataOf(older(mail).audiences.list())).data.map(({ name }) => name)).toEqual([
      'VIP',
      'Beta',
      'Newsletter',
    ])
    expect((await dataOf(resend(mail).segments.get(created.id))).name).toBe('VIP')
    expect(await dataOf(older(mail).audiences.remove(created.id))).toEqual({
      object: 'audience',
      id: created.id,
      deleted: true,
    })
    expect((await older(mail).audiences.get(created.id)).error).toMatchObject({
      message: 'Audience not found',
      name: 'not_found',
    })
  })

  it('have contacts', async ({ mail }) => {
    const audienceId = await segmentId(mail, 'Beta')
    const { id } = await dataOf(
      older(mail).contacts.create({ audienceId, email: 'carl@example.com', firstName: 'Carl' }),
    )
    expect((await dataOf(older(mail).contacts.list({ audienceId }))).data.map(({ email }) => email)).toEqual([
      'carl@example.com',
      'ada@example.com',
    ])
    expect(await dataOf(older(mail).contacts.get({ audienceId, email: 'carl@example.com' }))).toMatchObject({
      object: 'contact',
      id,
    })
    expect(await dataOf(older(mail).contacts.update({ audienceId, id, unsubscribed: true }))).toEqual({
      object: 'contact',
      id,
    })
    expect(await dataOf(resend(mail).contacts.get({ audienceId, id }))).toMatchObject({
      unsubscribed: true,
      first_name: 'Carl',
    })
    expect((await older(mail).contacts.get({ audienceId, email: 'bob@example.com' })).error).toMatchObject({
      name: 'not_found',
    })
    const byAddress = { audienceId, email: 'carl@example.com' }
    expect(await dataOf(older(mail).contacts.remove(byAddress))).toEqual({
      object: 'contact',
      contact: 'carl@example.com',
      deleted: true,
    })
    expect((await resend(mail).contacts.get(id)).error).not.toBeNull()
    expect((await older(mail).contacts.list({ audienceId: 'nothing' })).error).toMatchObject({
      message: 'Audience not found',
    })
  })
})

describe('topics', () => {
  it('emit their changes and the choices of contacts', async ({ mail }) => {
    const { id } = await dataOf(resend(mail).topics.create({ name: 'News', defaultSubscription: 'opt_in' }))
    await dataOf(resend(mail).topics.update({ id, name: 'Old news' }))
    const topics = [{ id, subscription: 'opt_out' as const }]
    await dataOf(resend(mail).contacts.topics.update({ email: 'ada@example.com', topics }))
    await dataOf(resend(mail).topics.remove(id))
    const topic = { id, name: 'Old news', description: null, default_subscription: 'opt_in', deleted: false }
    expect((await events(mail)).map(({ type, data }) => ({ type, data }))).toEqual([
      {
        type: 'topic.created',
        data: {
          ...topic,
          name: 'News',
          created_at: '2026-01-01T12:00:00.000Z',
          updated_at: '2026-01-01T12:00:00.000Z',
        },
      },
      { type: 'topic.updated', data: expect.objectContaining(topic) as unknown },
      { type: 'contact.topics.updated', data: { email: 'ada@example.com', topics } },
      { type: 'topic.deleted', data: expect.objectContaining({ ...topic, deleted: true }) as unknown },
    ])
  })

  it('are created, read, listed, updated and deleted', async ({ mail }) => {
    const { id } = await dataOf(
      resend(mail).topics.create({ name: 'News', description: 'All news', defaultSubscription: 'opt_in' }),
    )
    expect(await dataOf(resend(mail).topics.get(id))).toEqual({
      object: 'topic',
      id,
      name: 'News',
      description: 'All news',
      default_subscription: 'opt_in',
      visibility: 'private',
      created_at: '2026-01-01 12:00:00+00',
    })
    await dataOf(resend(mail).topics.update({ id, name: 'Old news' }))
    expect((await dataOf(resend(mail).topics.list())).data).toMatchObject([
      { id, name: 'Old news', description: 'All news' },
    ])
    expect(await dataOf(resend(mail).topics.remove(id))).toEqual({ object: 'topic', id, deleted: true })
    expect((await resend(mail).topics.get(id)).error).toMatchObject({ statusCode: 404, message: 'Topic not found' })
  })

  it("have the contact's subscription, else the topic's default", async ({ mail }) => {
    const news = await dataOf(resend(mail).topics.create({ name: 'News', defaultSubscription: 'opt_in' }))
    const offers = await dataOf(resend(mail).topics.create({ name: 'Offers', defaultSubscription: 'opt_out' }))
    const subscriptions = async () =>
      (await dataOf(resend(mail).contacts.topics.list({ email: 'ada@example.com' }))).data.map(
        ({ name, subscription }) => `${name} ${subscription}`,
      )
    expect(await subscriptions()).toEqual(['Offers opt_out', 'News opt_in'])
    await dataOf(
      resend(mail).contacts.topics.update({
        email: 'ada@example.com',
        topics: [
          { id: news.id, subscription: 'opt_out' },
          { id: offers.id, subscription: 'opt_in' },
        ],
      }),
    )
    expect(await subscriptions()).toEqual(['Offers opt_in', 'News opt_out'])
    const wrapped = await fetch(`${mail.url}/contacts/ada@example.com/topics`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer re_x' },
      body: JSON.stringify({ topics: [{ id: news.id, subscription: 'opt_in' }] }),
    })
    expect(wrapped.status).toBe(200)
    expect(await subscriptions()).toEqual(['Offers opt_in', 'News opt_in'])
    const unknown = await resend(mail).contacts.topics.update({
      email: 'ada@example.com',
      topics: [{ id: 'nothing', subscription: 'opt_in' }],
    })
    expect(unknown.error).toMatchObject({ statusCode: 404, message: 'Topic not found' })
  })
})

describe('contact properties', () => {
  it('are created, read, listed, updated and deleted', async ({ mail }) => {
    const { id } = await dataOf(
      resend(mail).contactProperties.create({ key: 'plan', type: 'string', fallbackValue: 'free' }),
    )
    const property = {
      object: 'contact_property',
      id,
      key: 'plan',
      type: 'string',
      fallbackValue: 'free',
      createdAt: '2026-01-01 12:00:00+00',
    }
    expect(await dataOf(resend(mail).contactProperties.get(id))).toEqual(property)
    await dataOf(resend(mail).contactProperties.update({ id, fallbackValue: null }))
    expect((await dataOf(resend(mail).contactProperties.list())).data).toMatchObject([
      { key: 'plan', fallbackValue: null },
    ])
    expect((await resend(mail).contactProperties.create({ key: 'plan', type: 'number' })).error).toMatchObject({
      statusCode: 422,
    })
    expect((await resend(mail).contactProperties.create({ key: 'first_name', type: 'string' })).error).toMatchObject({
      statusCode: 422,
    })
    expect((await resend(mail).contactProperties.create({ key: 'x y', type: 'string' })).error).toMatchObject({
      statusCode: 422,
    })
    expect((await resend(mail).contactProperties.update({ id, fallbackValue: 5 })).error).toMatchObject({
      statusCode: 422,
    })
    await dataOf(resend(mail).contacts.update({ email: 'ada@example.com', properties: { plan: 'pro' } }))
    expect(await dataOf(resend(mail).contactProperties.remove(id))).toEqual({
      object: 'contact_property',
      id,
      deleted: true,
    })
    expect((await dataOf(resend(mail).contacts.get('ada@example.com'))).properties).toEqual({})
  })

  it('type the values of contacts', async ({ mail }) => {
    await dataOf(resend(mail).contactProperties.create({ key: 'plan', type: 'string' }))
    await dataOf(resend(mail).contactProperties.create({ key: 'seats', type: 'number' }))
    await dataOf(resend(mail).contacts.create({ email: 'carl@example.com', properties: { plan: 'pro', seats: 3 } }))
    await dataOf(resend(mail).contacts.update({ email: 'carl@example.com', properties: { plan: null, seats: 4 } }))
    expect((await dataOf(resend(mail).contacts.get('carl@example.com'))).properties).toEqual({
      seats: { type: 'number', value: 4 },
    })
    const wrong = await resend(mail).contacts.update({ email: 'carl@example.com', properties: { seats: 'many' } })
    expect(wrong.error?.message).toBe('The contact property `seats` must be a number, got "many".')
    const unknown = await resend(mail).contacts.update({ email: 'carl@example.com', properties: { color: 'red' } })
    expect(unknown.error?.message).toContain('The contact property `color` does not exist.')
  })
})

describe('seeded audiences', () => {
  it('may not repeat a name or an address', async () => {
    await expect(startMail({ seed: { mail: { audiences: [{ name: 'A' }, { name: 'A' }] } } })).rejects.toThrow(
      'A: another audience has this name',
    )
    await expect(
      startMail({
        seed: { mail: { audiences: [{ name: 'A', contacts: [{ email: 'a@b.co' }, { email: 'A@b.co' }] }] } },
      }),
    ).rejects.toThrow('another contact of A has this address')
  })
})
