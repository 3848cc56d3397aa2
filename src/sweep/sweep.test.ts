import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, sweep, type Seed, type World } from '../index.ts'
import { casesOf, CALL_FAILURES, DELIVERY_FAILURES, nameOfCase } from './cases.ts'
import { SweepError } from './report.ts'

/** The work of the application for each webhook. */
let work: (body: string) => Promise<unknown> = () => Promise.resolve()
let application: Server
let world: World<'codehost' | 'payments'>

beforeAll(async () => {
  application = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void work(Buffer.concat(chunks).toString()).then(() => response.end()))
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  const { port } = application.address() as AddressInfo // the address of a TCP server
  const hooks = [{ url: `http://127.0.0.1:${port}/`, events: ['issues'] }]
  const seed: Seed = {
    tokens: { dev_token: { login: 'ada', scopes: ['repo'] } },
    codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'shop', webhooks: hooks }] },
    payments: {},
  }
  world = await createWorld({ services: ['codehost', 'payments'], seed })
  // The first call of a service loads its code, which takes longer than a sweep lets time stand still.
  await Promise.all([charge(), openIssue('first')])
  world.reset()
})
afterAll(async () => {
  await world.close()
  application.closeAllConnections()
  application.close()
})

/** Makes a call up to three times, as clients do: after a lost connection and after 429, 500 and 503, with a pause. */
async function retrying(make: () => Promise<Response>): Promise<Response> {
  for (let left = 2; ; left--) {
    const answer = await make().catch((error: unknown) => {
      if (left === 0) throw error
      return null
    })
    if (answer !== null && answer.status < 429) return answer
    if (left === 0) throw new Error(`refused with ${answer?.status}`)
    const after = Number(answer?.headers.get('retry-after') ?? 5)
    await new Promise((resolve) => setTimeout(resolve, after * 1000))
  }
}

const charge = (key?: string): Promise<Response> =>
  fetch(`${world.payments.url}/v1/payment_intents`, {
    method: 'POST',
    signal: AbortSignal.timeout(20_000),
    headers: {
      authorization: 'Bearer sk_test_sweep',
      'content-type': 'application/x-www-form-urlencoded',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: 'amount=2000&currency=usd',
  })
const openIssue = (title: string): Promise<Response> =>
  fetch(`${world.codehost.url}/repos/ada/shop/issues`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev_token' },
    body: JSON.stringify({ title }),
  })

const intents = (): number => world.payments.changes()['paymentIntents']?.added.length ?? 0
const once = (): void => expect(intents()).toBeLessThanOrEqual(1)

describe('a sweep', () => {
  it('finds the one failure after which the code does its work twice, and replays it alone', async () => {
    const body = (): Promise<unknown> => retrying(() => charge())
    const error: unknown = await sweep(world.payments, body, { invariant: once }).catch((thrown: unknown) => thrown)
    if (!(error instanceof SweepError)) throw error
    const broken = error.report.results.filter((each) => each.broken !== undefined)
    expect(broken.map(({ name }) => name)).toEqual(['payments PostPaymentIntents 1 drop-after'])
    expect(broken[0]?.reaction).toBe('retried; did it twice (payments: paymentIntents 2 instead of 1)')
    const replay = 'payments PostPaymentIntents 1 drop-after'
    expect(error.message).toContain(`again: await sweep(payments, body, { invariant, replay: "${replay}" })`)
    let runs = 0
    const again = sweep(world.payments, () => (runs++, body()), { invariant: once, replay })
    await expect(again).rejects.toThrow('did not hold in 1 of 1 case')
    expect(runs).toBe(1)
  })

  it('says what correct code did in every case, without waiting for its pauses', async () => {
    const started = performance.now()
    let order = 0
    const body = async (): Promise<unknown> => {
      const key = `order-${++order}`
      return retrying(() => charge(key))
    }
    const report = await sweep(world.payments, body, { invariant: once })
    expect(String(report)).toBe(
      [
        `   ${'case'.padEnd(41)}  what the code did`,
        ...CALL_FAILURES.map((each) => `   payments PostPaymentIntents 1 ${each.padEnd(11)}  retried`),
      ].join('\n'),
    )
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('says where the code gives up, and resets before each run', async () => {
    const titles: string[] = []
    const report = await sweep(
      world.codehost,
      async ({ attempt }) => {
        titles.push(String(world.codehost.changes()))
        if ((await openIssue(`Issue ${attempt}`)).status !== 201) throw new Error('no issue')
      },
      { invariant: () => true, failures: ['500', 'drop-before'] },
    )
    expect(report.results.map(({ reaction }) => reaction)).toEqual(['gave up: no issue', 'gave up: fetch failed'])
    expect(titles).toEqual(['no changes', 'no changes', 'no changes'])
  })

  it('fails calls to GraphQL by the operation that they carry', async () => {
    const ask = async (query: string): Promise<{ data?: { repository?: { id: string } } }> => {
      const init = { method: 'POST', headers: { authorization: 'Bearer dev_token' }, body: JSON.stringify({ query }) }
      const answer = await fetch(`${world.codehost.url}/graphql`, init)
      if (!answer.ok) throw new Error(`refused with ${answer.status}`)
      return (await answer.json()) as Awaited<ReturnType<typeof ask>> // the vendor's form
    }
    const report = await sweep(
      world.codehost,
      async () => {
        const { data } = await ask('{ repository(owner: "ada", name: "shop") { id } }')
        await ask(
          `mutation { createIssue(input: { repositoryId: "${data?.repository?.id}", title: "x" }) { issue { id } } }`,
        )
      },
      { invariant: () => true, failures: ['503'] },
    )
    expect(report.results.map(({ name, reaction }) => `${name}: ${reaction}`)).toEqual([
      'codehost query repository 1 503: gave up: refused with 503',
      'codehost mutation createIssue 1 503: gave up: refused with 503',
    ])
  })

  it('sends webhooks twice, late, not at all and in every order', async () => {
    let seen: string[] = []
    work = (body) => {
      const { issue }: { issue: { title: string } } = JSON.parse(body)
      seen.push(issue.title)
      return Promise.resolve()
    }
    const outcomes = new Map<string | null, string>()
    await sweep(
      world,
      async () => {
        seen = []
        await Promise.all(['a', 'b', 'c'].map(openIssue))
      },
      {
        failures: ['twice', 'late', 'lost', 'order'],
        invariant: ({ failure }) => void outcomes.set(failure?.replace(/^.* → .* (\w+ )/, '$1') ?? null, seen.join('')),
      },
    )
    const sorted = (text: string | undefined): string => [...(text ?? '')].toSorted().join('')
    const first = outcomes.get(null) ?? ''
    const inOrder = (places: string): string => [...places].map((place) => first[Number(place) - 1]).join('')
    expect(sorted(first)).toBe('abc')
    expect(outcomes.size).toBe(1 + 3 + 3 + 7 + 5)
    expect(outcomes.get('twice 1+2+3')).toHaveLength(6)
    expect(outcomes.get('lost 2')).toHaveLength(2)
    expect(outcomes.get('late 1')).toHaveLength(3)
    expect(sorted(outcomes.get('order 3-2-1'))).toBe('abc')
    expect([...(outcomes.get('order 3-2-1') ?? '')]).toEqual([...inOrder('321')])
  })

  it('refuses a body or an invariant that fails by itself, and a case that does not exist', async () => {
    const fails = (): never => {
      throw new Error('of its own')
    }
    await expect(sweep(world.payments, fails, { invariant: once })).rejects.toThrow(
      'sweep: the body fails without any failure: of its own',
    )
    await expect(sweep(world.payments, () => charge(), { invariant: () => false })).rejects.toThrow(
      'sweep: the invariant does not hold without any failure: the invariant returned false',
    )
    const failures = ['WriteConflict']
    await expect(sweep(world.payments, () => charge(), { invariant: once, failures })).rejects.toThrow(
      'sweep: failures: "WriteConflict" is no way to fail; there are 429, 500, 503, timeout',
    )
    await expect(sweep(world.payments, () => charge(), { invariant: once, replay: 'x' })).rejects.toThrow(
      'sweep: replay: "x" names no case',
    )
  })
})

describe('the cases of deliveries', () => {
  const failures = [...CALL_FAILURES, ...DELIVERY_FAILURES]
  const learned = (count: number) => ({
    calls: [],
    deliveries: Array.from({ length: count }, () => ({ service: 'codehost', subscriber: 'hook 1' })),
  })
  const counts = (count: number, seed: number): Record<string, number> =>
    Object.fromEntries(
      DELIVERY_FAILURES.map((failure) => [
        failure,
        casesOf(learned(count), failures, seed).filter((each) => each.failure === failure).length,
      ]),
    )

  it('are all orders and all sets of duplicates of up to four', () => {
    expect(counts(1, 1)).toEqual({ twice: 1, late: 1, lost: 1, order: 0 })
    expect(counts(4, 1)).toEqual({ twice: 15, late: 4, lost: 4, order: 23 })
  })

  it('are seeded random ones of more', () => {
    const names = (seed: number): string[] => casesOf(learned(6), failures, seed).map(nameOfCase)
    expect(counts(6, 1)['order']).toBeGreaterThan(20)
    expect(names(7)).toEqual(names(7))
    expect(names(7)).not.toEqual(names(8))
  })
})
