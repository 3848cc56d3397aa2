import { expect } from 'vitest'
import { paymentsTest, receiveEvents, refusal } from '../../../tests/payments.fixture.ts'

const it = paymentsTest()

const DESTINATION = { event_payload: 'thin', name: 'Mine', type: 'webhook_endpoint' } as const

it('sends thin events, which lead to the event and to the object', async ({ payments, stripe }) => {
  await using receiver = await receiveEvents()
  const { id, webhook_endpoint: endpoint } = await stripe.v2.core.eventDestinations.create({
    ...DESTINATION,
    enabled_events: ['v1.customer.created'],
    webhook_endpoint: { url: receiver.url },
    include: ['webhook_endpoint.signing_secret'],
  })
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  await stripe.products.create({ name: 'Mug' })
  await payments.webhooks.settled()
  expect(receiver.received).toHaveLength(1)
  const { body = '', headers = {} } = receiver.received[0] ?? {}
  const notification = stripe.parseEventNotification(
    body,
    String(headers['stripe-signature']),
    endpoint?.signing_secret ?? '',
  )
  if (notification.type !== 'v1.customer.created') throw new Error(`it is ${notification.type}`)
  expect(notification.related_object).toEqual({
    id: customer.id,
    type: 'customer',
    url: `/v1/customers/${customer.id}`,
  })
  expect((await notification.fetchRelatedObject()).email).toBe('ada@example.com')
  const event = await notification.fetchEvent()
  expect(event).toMatchObject({ id: notification.id, reason: { type: 'request' } })
  const { data } = await stripe.events.list({ type: 'customer.created' })
  expect(event.snapshot_event).toBe(data[0]?.id)
  await stripe.v2.core.eventDestinations.disable(id)
  await stripe.customers.create({})
  await payments.webhooks.settled()
  expect(receiver.received).toHaveLength(1)
})

it('tests a destination by a ping, which no other destination gets', async ({ payments, stripe }) => {
  await using receiver = await receiveEvents()
  const destinationOf = (url: string) =>
    stripe.v2.core.eventDestinations.create({ ...DESTINATION, enabled_events: ['*'], webhook_endpoint: { url } })
  const { id } = await destinationOf(`${receiver.url}/mine`)
  await destinationOf(`${receiver.url}/other`)
  const ping = await stripe.v2.core.eventDestinations.ping(id)
  await payments.webhooks.settled()
  expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { id: ping.id, type: 'v2.core.event_destination.ping', related_object: { id } },
  ])
  expect(await stripe.v2.core.events.retrieve(ping.id)).toMatchObject({ type: 'v2.core.event_destination.ping' })
  expect((await stripe.events.list()).data).toEqual([])
})

it('lists thin events and pings in one order, of some types or of one object', async ({ stripe }) => {
  const first = await stripe.customers.create({})
  const webhook_endpoint = { url: 'http://127.0.0.1:9/' }
  const destination = await stripe.v2.core.eventDestinations.create({
    ...DESTINATION,
    enabled_events: ['v1.plan.created'],
    webhook_endpoint,
  })
  await stripe.v2.core.eventDestinations.ping(destination.id)
  await stripe.products.create({ name: 'Mug' })
  const last = await stripe.customers.create({})
  const typesOf = async (params: object) => (await stripe.v2.core.events.list(params)).data.map(({ type }) => type)
  const [ping, created] = ['v2.core.event_destination.ping', 'v1.customer.created']
  const page = await stripe.v2.core.events.list({ limit: 3 })
  expect(page.data.map(({ type }) => type)).toEqual([created, 'v1.product.created', ping])
  const { searchParams } = new URL(page.next_page_url ?? '', 'http://127.0.0.1')
  expect(await typesOf({ limit: 3, page: searchParams.get('page') ?? '' })).toEqual([created])
  expect(await typesOf({ types: [ping, created] })).toEqual([created, ping, created])
  const ofObject = async (id: string) => (await stripe.v2.core.events.list({ object_id: id })).data
  expect(await ofObject(destination.id)).toMatchObject([{ type: ping }])
  const { data } = await stripe.events.list({ type: 'customer.created' })
  expect((await ofObject(first.id)).map((each) => 'snapshot_event' in each && each.snapshot_event)).toEqual([
    data[1]?.id,
  ])
  expect(await ofObject(last.id)).toHaveLength(1)
})

it('refuses types of events that its form does not have', async ({ stripe }) => {
  const webhook_endpoint = { url: 'http://127.0.0.1:9/' }
  for (const [event_payload, type] of [
    ['thin', 'customer.created'],
    ['snapshot', 'v1.customer.created'],
  ] as const) {
    const call = stripe.v2.core.eventDestinations.create({
      ...DESTINATION,
      event_payload,
      enabled_events: [type],
      webhook_endpoint,
    })
    expect((await refusal(call)).message).toContain(`${type} is not a type of ${event_payload} event`)
  }
})

it('lists by pages', async ({ stripe }) => {
  for (let count = 0; count < 3; count++) await stripe.customers.create({})
  const types = ['v1.customer.created']
  const page = await stripe.v2.core.events.list({ limit: 2, types })
  expect(page.data).toHaveLength(2)
  expect(page.next_page_url).toMatch(/^\/v2\/core\/events\?limit=2&page=/)
  const all = []
  for await (const each of stripe.v2.core.events.list({ limit: 2, types })) all.push(each.id)
  expect(new Set(all).size).toBe(3)
})
