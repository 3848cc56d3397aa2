import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, type Emulator, type Seed, type World } from '../index.ts'
import { worldOf } from './world.ts'

/** The work of the application for each webhook. */
let work: (event: string) => Promise<unknown> = () => Promise.resolve()
let application: Server
let world: World<'codehost' | 'mail'>

beforeAll(async () => {
  application = createServer((request, response) => {
    request.resume()
    void work(String(request.headers['x-github-event'])).then(() => response.end())
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  const { port } = application.address() as AddressInfo // the address of a TCP server
  const hooks = [{ url: `http://127.0.0.1:${port}/`, events: ['issues', 'label'] }]
  const seed: Seed = {
    tokens: { dev_token: { login: 'ada', scopes: ['repo'] } },
    codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'shop', webhooks: hooks }] },
    mail: { domains: [{ name: 'acme.test' }] },
  }
  world = await createWorld({ services: ['codehost', 'mail'], seed })
})
afterEach(() => {
  work = () => Promise.resolve()
  world.reset()
})
afterAll(async () => {
  await world.close()
  application.close()
})

const send = (url: string, body: object, token: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const openIssue = (title: string): Promise<Response> =>
  send(`${world.codehost.url}/repos/ada/shop/issues`, { title }, 'dev_token')
const sendMail = (): Promise<Response> =>
  send(
    `${world.mail.url}/emails`,
    { from: 'shop@acme.test', to: 'ada@acme.test', subject: 'New issue', text: 'Look' },
    're_key',
  )

describe('the timeline', () => {
  it('has the calls and deliveries of all services in the order in which they began', async () => {
    work = sendMail
    await openIssue('Broken')
    await world.settled()
    expect(String(world.timeline())).toBe(
      ['codehost: issues/create 201', 'codehost: → issues.opened delivered', 'mail: emails/send 200'].join('\n'),
    )
    const [call, delivery] = world.timeline()
    expect(call).toMatchObject({ kind: 'call', service: 'codehost', call: { body: { title: 'Broken' } } })
    expect(delivery).toMatchObject({ kind: 'delivery', delivery: { event: 'issues', response: { status: 200 } } })
  })

  it('begins again with a reset of all', async () => {
    await openIssue('Broken')
    world.reset()
    expect(world.timeline()).toEqual([])
    expect(world.codehost.calls()).toEqual([])
    await openIssue('Fresh')
    expect(String(world.timeline())).toMatch(/^codehost: issues\/create 201/)
  })
})

describe('settled', () => {
  it('waits for work that the application does after it has answered', async () => {
    work = () => {
      setTimeout(() => void sendMail(), 5)
      return Promise.resolve()
    }
    await openIssue('Broken')
    await world.settled({ quiet: 40 })
    expect(world.mail).toHaveProperty('requests.length', 1)
  })

  it('ends a loop with an error that has the chain', async () => {
    let count = 0
    work = (event) => (event === 'issues' ? openIssue(`Again ${++count}`) : Promise.resolve())
    await openIssue('Broken')
    await expect(world.settled({ chain: 3 })).rejects.toThrow(
      /^settled: 3 deliveries have caused one another, and there is no end:\n(  codehost: POST .*\/issues\n)?  codehost: → issues.opened\n  codehost: POST/,
    )
    work = () => Promise.resolve()
    await world.settled()
  })

  it('takes no many deliveries of one test for a loop', async () => {
    work = sendMail
    await Promise.all(Array.from({ length: 12 }, (_, index) => openIssue(`Issue ${index}`)))
    await world.settled({ chain: 3 })
    expect(world.mail.requests).toHaveLength(12)
    for (let round = 0; round < 8; round++) await openIssue(`Issue of round ${round}`)
    await world.settled({ chain: 3 })
    expect(world.mail.requests).toHaveLength(20)
  })
})

describe('the clock', () => {
  it('moves all services at once, by whichever of them it is moved', () => {
    const before = world.clock.now()
    world.clock.freeze('2030-01-01T00:00:00Z')
    expect(world.mail.clock.now()).toBe(Date.parse('2030-01-01T00:00:00Z'))
    world.mail.clock.advance('1h')
    expect(world.codehost.clock.now()).toBe(Date.parse('2030-01-01T01:00:00Z'))
    world.codehost.clock.resume()
    world.clock.set(before)
    expect(Math.abs(world.mail.clock.now() - world.codehost.clock.now())).toBeLessThanOrEqual(1)
  })
})

describe('a clock that follows', () => {
  it('runs ahead while the application waits, and moves its timers, dates and the services together', async () => {
    using following = world.clock.follow()
    const started = performance.now()
    const [before, date] = [world.clock.now(), Date.now()]
    await openIssue('Broken')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    await sleep(3_600_000)
    let polls = 0
    await new Promise<void>((resolve) => {
      const polling = setInterval(() => {
        if (++polls < 3) return
        clearInterval(polling)
        resolve()
      }, 10_000)
    })
    const stale = await fetch(`${world.mail.url}/emails`, { signal: AbortSignal.timeout(30_000) })
    expect(stale.status).toBe(401)
    expect(performance.now() - started).toBeLessThan(2000)
    const span = 60_000 + 3_600_000 + 30_000
    for (const now of [world.clock.now() - before, Date.now() - date, new Date().getTime() - date]) {
      expect(Math.abs(now - span)).toBeLessThan(2500)
    }
    following.stop()
  })

  it('leaves timers and dates as they were once it is stopped, and at a reset', () => {
    const real = [setTimeout, Date, AbortSignal.timeout]
    const following = world.clock.follow()
    expect(setTimeout).not.toBe(real[0])
    following.stop()
    expect([setTimeout, Date, AbortSignal.timeout]).toEqual(real)
    world.clock.follow()
    world.reset()
    expect([setTimeout, Date, AbortSignal.timeout]).toEqual(real)
    const again = worldOf(world.emulators, () => Promise.resolve())
    again.clock.follow()
    void again.close()
    expect([setTimeout, Date, AbortSignal.timeout]).toEqual(real)
  })

  it('goes no further than its limit', async () => {
    world.clock.follow({ limit: '1h' })
    const before = world.clock.now()
    let rang = false
    const timer = setTimeout(() => (rang = true), 7_200_000)
    await world.settled({ quiet: 40 })
    expect(rang).toBe(false)
    expect(world.clock.now() - before).toBeLessThan(60_000)
    clearTimeout(timer)
  })

  it('advances together with fake timers, whichever of them is moved', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      using following = world.clock.follow()
      const [before, date] = [world.clock.now(), Date.now()]
      await new Promise((resolve) => setTimeout(resolve, 60_000))
      expect(Date.now() - date).toBe(60_000)
      expect(world.clock.now() - before - 60_000).toBeLessThan(2500)
      vi.advanceTimersByTime(3_600_000)
      await vi.waitFor(() => expect(world.clock.now() - before).toBeGreaterThan(3_600_000))
      following.stop()
    } finally {
      vi.useRealTimers()
    }
  })
})

it('has the variables of all services, and refuses one whose instance is in a thread', async () => {
  expect(world.env).toMatchObject({ CODEHOST_API_BASE: world.codehost.url, MAIL_API_BASE: world.mail.url })
  expect(() => worldOf([{ service: 'mail' } as Emulator], () => Promise.resolve())).toThrow(
    "mail: a world is not for runsIn: 'thread'",
  )
})
