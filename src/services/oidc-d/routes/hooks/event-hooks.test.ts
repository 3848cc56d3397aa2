import { afterAll, describe, expect } from 'vitest'
import { receiveHooks } from '#oidc-d/hook-receiver.fixture.ts'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const receiver = await receiveHooks()
afterAll(() => receiver[Symbol.asyncDispose]())

const site = oidcSite({
  event_hooks: [{ name: 'Seeded', uri: receiver.uri, events: ['zone.create'], auth: { key: 'X-Key', value: '1' } }],
})
const { it } = site
it.afterEach(async () => {
  await site.emulator.webhooks.settled()
  Object.assign(receiver, { statuses: [], answer: {}, echoes: true })
  receiver.received.length = 0
})

const path = '/api/v1/eventHooks'
const authScheme = { type: 'HEADER', key: 'Authorization', value: 'shared secret' }
const hook = (items = ['group.lifecycle.create'], changes: object = {}) => ({
  name: 'Groups',
  events: { type: 'EVENT_TYPE', items },
  channel: {
    type: 'HTTP',
    version: '1.0.0',
    config: { uri: receiver.uri, headers: [{ key: 'X-Team', value: 'blue' }], authScheme },
  },
  ...changes,
})

/** Creates a hook and verifies it. */
async function verified(...given: Parameters<typeof hook>): Promise<string> {
  const { id } = (await site.send('POST', path, hook(...given))).body
  await site.send('POST', `${path}/${id}/lifecycle/verify`)
  receiver.received.length = 0
  return id
}
const addGroup = (name = 'Reviewers') => site.send('POST', '/api/v1/groups', { profile: { name } })
const entriesOf = async (type: string) =>
  (await site.send('GET', `/api/v1/logs?filter=eventType eq "${type}"`)).body as {
    outcome: { result: string; reason: string | null }
    target: { displayName: string }[]
  }[]

describe('an event hook', () => {
  it('is created active and not verified, and its answers keep the secret', async () => {
    const { status, body } = await site.send('POST', path, hook(undefined, { status: 'INACTIVE' }))
    const self = `${site.emulator.url}${path}/${body.id}`
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^who/),
        status: 'ACTIVE',
        verificationStatus: 'UNVERIFIED',
        name: 'Groups',
        description: null,
        created: '2026-01-01T12:00:00.000Z',
        createdBy: expect.stringMatching(/^00u/),
        lastUpdated: '2026-01-01T12:00:00.000Z',
        events: { type: 'EVENT_TYPE', items: ['group.lifecycle.create'], filter: null },
        channel: {
          type: 'HTTP',
          version: '1.0.0',
          config: {
            uri: receiver.uri,
            headers: [{ key: 'X-Team', value: 'blue' }],
            method: 'POST',
            authScheme: { type: 'HEADER', key: 'Authorization' },
          },
        },
        _links: {
          self: { href: self },
          verify: { href: `${self}/lifecycle/verify`, hints: { allow: ['POST'] } },
          deactivate: { href: `${self}/lifecycle/deactivate`, hints: { allow: ['POST'] } },
        },
      },
    ])
  })

  it('is listed, replaced, deactivated and deleted with the vendor’s SDK', async () => {
    const { eventHookApi } = site.okta()
    const { id: eventHookId = '' } = await eventHookApi.createEventHook({ eventHook: hook() as never }) // the SDK wants its own classes
    expect((await allItems(eventHookApi.listEventHooks())).map(({ name }) => name)).toEqual(['Seeded', 'Groups'])
    const renamed = { ...(await eventHookApi.getEventHook({ eventHookId })), name: 'Teams' }
    expect((await eventHookApi.replaceEventHook({ eventHookId, eventHook: renamed })).name).toBe('Teams')
    await expect(eventHookApi.deleteEventHook({ eventHookId })).rejects.toMatchObject(refusal(400, 'E0000001'))
    expect((await eventHookApi.deactivateEventHook({ eventHookId })).status).toBe('INACTIVE')
    const inactive = (await site.send('GET', `${path}/${eventHookId}`)).body
    expect(Object.keys(inactive['_links'])).toEqual(['activate', 'self', 'delete'])
    expect((await eventHookApi.activateEventHook({ eventHookId })).status).toBe('ACTIVE')
    await eventHookApi.deactivateEventHook({ eventHookId })
    await eventHookApi.deleteEventHook({ eventHookId })
    expect((await site.send('GET', `${path}/${eventHookId}`)).body.errorSummary).toBe(
      `Not found: Resource not found: ${eventHookId} (Webhook)`,
    )
    for (const step of ['created', 'updated', 'deactivated', 'activated', 'deleted']) {
      expect((await entriesOf(`event_hook.${step}`)).length, step).toBeGreaterThan(0)
    }
  })

  it('needs a name, an event and the URL of a receiver', async () => {
    const refused = async (changes: object) =>
      (await site.send('POST', path, hook(undefined, changes))).body.errorSummary
    expect(await refused({ name: '' })).toBe('Api validation failed: name')
    expect(await refused({ events: { items: [] } })).toBe('Api validation failed: items')
    expect(await refused({ channel: { config: { uri: 'ftp://host' } } })).toBe('Api validation failed: uri')
  })
})

describe('the verification of an event hook', () => {
  it('asks the receiver by GET, which must send the challenge back', async () => {
    const { id } = (await site.send('POST', path, hook())).body
    const { body } = await site.send('POST', `${path}/${id}/lifecycle/verify`)
    expect(body.verificationStatus).toBe('VERIFIED')
    expect(receiver.received).toMatchObject([
      { method: 'GET', headers: { authorization: 'shared secret', 'x-team': 'blue' }, body: '' },
    ])
    expect(receiver.received[0]?.headers['x-okta-verification-challenge']).toMatch(/^\w{20,}$/)
  })

  it('fails when the receiver sends another text back, is not there or is not on this machine', async () => {
    receiver.echoes = false
    const verify = async (uri: string) => {
      const { id } = (await site.send('POST', path, hook(undefined, { channel: { config: { uri } } }))).body
      return (await site.send('POST', `${path}/${id}/lifecycle/verify`)).body
    }
    const refused = (cause: string) => ({
      errorCode: 'E0000001',
      errorCauses: [{ errorSummary: expect.stringContaining(cause) }],
    })
    expect(await verify(receiver.uri)).toMatchObject(refused('no member verification'))
    expect(await verify('http://127.0.0.1:1/')).toMatchObject(refused('ECONNREFUSED'))
    expect(await verify('https://hooks.example.com/')).toMatchObject(refused('is not on this machine'))
  })

  it('is tried twice when the receiver has an error', async () => {
    const { id } = (await site.send('POST', path, hook())).body
    receiver.statuses = [503]
    expect((await site.send('POST', `${path}/${id}/lifecycle/verify`)).body.verificationStatus).toBe('VERIFIED')
    expect(receiver.received).toHaveLength(2)
  })

  it('is lost with another channel, and kept with the same', async () => {
    const id = await verified()
    const replaced = async (body: object) => (await site.send('PUT', `${path}/${id}`, body)).body.verificationStatus
    expect(await replaced(hook(undefined, { name: 'Teams' }))).toBe('VERIFIED')
    expect(await replaced(hook(undefined, { channel: { config: { uri: `${receiver.uri}2` } } }))).toBe('UNVERIFIED')
  })
})

describe('a verified event hook', () => {
  it('is sent the entries of the System Log that it subscribes to', async () => {
    const id = await verified()
    const { body: group } = await addGroup()
    const delivery = await site.emulator.webhooks.next('group.lifecycle.create')
    expect(delivery).toMatchObject({ state: 'delivered', subscription: { id: `event hook ${id}` } })
    expect(receiver.received).toHaveLength(1)
    const [{ method, headers, body } = { method: '', headers: {}, body: '{}' }] = receiver.received
    expect([method, headers['authorization'], headers['x-team']]).toEqual(['POST', 'shared secret', 'blue'])
    expect(JSON.parse(body)).toEqual({
      eventType: 'com.okta.event_hook',
      eventTypeVersion: '1.0',
      cloudEventsVersion: '0.1',
      source: `${site.emulator.url}${path}/${id}`,
      eventId: delivery.guid,
      data: { events: await entriesOf('group.lifecycle.create') },
      eventTime: '2026-01-01T12:00:00.000Z',
      contentType: 'application/json',
    })
    expect(JSON.parse(body).data.events[0].target[0]).toMatchObject({ id: group.id, type: 'UserGroup' })
  })

  it('hears nothing else, nor while it is inactive or not verified', async () => {
    const id = await verified(['group.lifecycle.create', 'event_hook.delivery'])
    await site.send('POST', path, hook())
    await site.send('POST', '/api/v1/users?activate=false', {
      profile: { login: 'b@example.com', email: 'b@example.com', firstName: 'B', lastName: 'C' },
    })
    await site.send('POST', `${path}/${id}/lifecycle/deactivate`)
    await addGroup()
    await site.emulator.webhooks.settled()
    expect(receiver.received).toEqual([])
  })

  it('is sent an event a second time after an error of the receiver, and no more', async () => {
    await verified()
    receiver.statuses = [500, 502]
    await addGroup()
    await site.emulator.webhooks.settled()
    expect(receiver.received).toHaveLength(2)
    receiver.statuses = [404]
    await addGroup('Editors')
    await site.emulator.webhooks.settled()
    expect(receiver.received).toHaveLength(3)
    const outcomes = (await entriesOf('event_hook.delivery')).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['HTTP 500', 'HTTP 502', 'HTTP 404'].map((reason) => ({ result: 'FAILURE', reason })))
  })
})

describe('an event hook of the seed', () => {
  it('is verified', async () => {
    expect((await site.send('GET', path)).body).toMatchObject([{ name: 'Seeded', verificationStatus: 'VERIFIED' }])
    await site.send('POST', '/api/v1/zones', { type: 'IP', name: 'Office', gateways: null })
    await site.emulator.webhooks.settled()
    expect(receiver.received).toMatchObject([{ headers: { 'x-key': '1' } }])
  })
})
