import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, defineService, type Emulator } from '../../index.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import { receiveEvents } from '#testkit/webhook-receiver.ts'

const seed = {
  tokens: { t: { login: 'ada', scopes: ['repo', 'admin:repo_hook'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'engine' }] },
}
const authorization = 'Bearer t'
const now = '2026-03-01T00:00:00Z'

let codehost: Emulator<'codehost'>
beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0, seed, now })
})
afterAll(() => codehost.close())

const issues = '/repos/ada/engine/issues'

const open = (base: string, title: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${base}${issues}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ title }),
  })

const titles = async (base: string, headers: Readonly<Record<string, string>> = {}): Promise<string[]> => {
  const answer = await fetch(`${base}${issues}`, { headers: { authorization, ...headers } })
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title)
}

describe('a tenant', () => {
  it('has rows, clock, faults, request log and reset of its own', async () => {
    const [one, two] = [codehost.tenant(), codehost.tenant()]
    await open(one.url, 'of one')
    one.clock.advance('1h')
    one.faults.add({ path: issues, status: 503 })
    expect(await titles(two.url)).toEqual([])
    expect(await titles(codehost.url)).toEqual([])
    expect((await fetch(`${one.url}${issues}`)).status).toBe(503)
    expect([one.requests.length, two.requests.length]).toEqual([2, 1])
    expect(one.requests[0]).toMatchObject({ path: issues, principal: 'ada' })
    expect(two.clock.now()).toBe(Date.parse(now))
    one.reset()
    expect([one.clock.now(), one.faults.list(), await titles(one.url)]).toEqual([Date.parse(now), [], []])
    codehost.reset()
    expect(two.requests.length).toBe(1)
  })

  it('is found by its path, its header, its cookie, and by a session that it has issued', async () => {
    const tenant = codehost.tenant()
    const { token } = tenant.signIn({ login: 'ada' })
    const cookie = `other=1; backlot-tenant=${tenant.tenantHeaders['x-backlot-tenant']}`
    await open(tenant.url, 'by path')
    await open(codehost.url, 'by header', tenant.tenantHeaders)
    await open(codehost.url, 'by cookie', { cookie })
    await open(codehost.url, 'by token', { authorization: `Bearer ${token}` })
    expect(await titles(tenant.url)).toEqual(['by token', 'by cookie', 'by header', 'by path'])
    expect(await titles(codehost.url)).toEqual([])
    expect(tenant.requests[1]?.request.headers).not.toHaveProperty('x-backlot-tenant')
  })

  it('serves the SDK of the vendor below its URL, and its links stay there', async () => {
    const tenant = codehost.tenant()
    const octokit = checkedOctokit(tenant, 't')
    const where = { owner: 'ada', repo: 'engine' }
    for (const title of ['a', 'b', 'c']) await octokit.rest.issues.create({ ...where, title })
    const all = await octokit.paginate(octokit.rest.issues.listForRepo, { ...where, per_page: 1 })
    expect(all.map(({ title }) => title)).toEqual(['c', 'b', 'a'])
    expect(all[0]?.url).toBe(`${tenant.url}${issues}/3`)
    expect(tenant.env['CODEHOST_API_BASE']).toBe(tenant.url)
    // At the instance's own URL the header tells the tenant, so that its links need no path.
    const byHeader = await fetch(`${codehost.url}${issues}/1`, { headers: { authorization, ...tenant.tenantHeaders } })
    expect(await byHeader.json()).toMatchObject({ title: 'a', url: `${codehost.url}${issues}/1` })
  })

  it('sends its webhooks with its header, so that what they cause stays in it', async () => {
    await using receiver = await receiveEvents()
    const [one, two] = [codehost.tenant(), codehost.tenant()]
    const hook = { config: { url: receiver.url, content_type: 'json' }, events: ['issues'] }
    const octokit = checkedOctokit(one, 't')
    await octokit.rest.repos.createWebhook({ owner: 'ada', repo: 'engine', ...hook })
    await Promise.all([open(one.url, 'heard'), open(two.url, 'not heard')])
    await one.webhooks.settled()
    expect(two.webhooks.deliveries).toEqual([])
    expect(receiver.received.map(({ headers }) => headers['x-backlot-tenant'])).toEqual(
      one.webhooks.deliveries.map(() => one.tenantHeaders['x-backlot-tenant']),
    )
    expect(one.webhooks.deliveries.map(({ event }) => event)).toEqual(['ping', 'issues'])
  })

  it('ends: what names it afterwards is refused with the reason, as is a tag that this run has not signed', async () => {
    const tenant = codehost.tenant({ id: 'ended' })
    expect(codehost.tenant({ id: 'ended' }).url).toBe(tenant.url)
    await tenant.close()
    const late = await fetch(`${tenant.url}/user`)
    expect([late.status, await late.text()]).toEqual([
      410,
      'backlot: the tenant ended has ended: its test is over, and what it left running must not reach another test\n',
    ])
    expect(() => codehost.tenant({ id: 'ended' })).toThrow('the tenant ended has ended')
    const forged = await fetch(`${codehost.url}/user`, { headers: { 'x-backlot-tenant': 'ended.AAAAAAAAAAAAAAAA' } })
    expect([forged.status, await forged.text()]).toEqual([
      410,
      expect.stringContaining('"ended.AAAAAAAAAAAAAAAA" is not a tenant of this run'),
    ])
    expect(() => codehost.tenant({ id: 'a b' })).toThrow(TypeError)
  })

  it('is refused with the reason by an application, whose state backlot does not hold', async () => {
    const service = defineService({ id: 'own', port: 4995, app: () => new Response('own') })
    await using own = await createEmulator({ service, port: 0 })
    const { tenantHeaders: headers } = codehost.tenant()
    const refused = await fetch(own.url, { headers })
    expect([refused.status, await refused.text()]).toEqual([
      410,
      'backlot: own has no tenants, as it is an application whose state backlot does not hold: define it with a schema and routes, or call it from no tenant\n',
    ])
    expect(await (await fetch(own.url)).text()).toBe('own')
  })

  it('is made for other processes by the control plane, and by its header alone where another service made it', async () => {
    await using payments = await createEmulator({ service: 'payments', port: 0 })
    const json = { 'content-type': 'application/json' }
    const made = await fetch(`${codehost.url}/_backlot/tenants`, { method: 'POST', headers: json })
    const { id, headers } = (await made.json()) as { id: string; headers: Record<string, string> }
    const create = { method: 'POST', headers: { authorization: 'Bearer sk_test_1', ...headers } }
    expect((await fetch(`${payments.url}/v1/customers`, create)).status).toBe(200)
    const lists = [headers, {}].map(async (own) => {
      const init = { headers: { authorization: 'Bearer sk_test_1', ...own } }
      return ((await (await fetch(`${payments.url}/v1/customers`, init)).json()) as { data: unknown[] }).data.length
    })
    expect(await Promise.all(lists)).toEqual([1, 0])
    const log = await fetch(`${payments.url}/_backlot/requests`, { headers })
    expect(await log.json()).toHaveLength(2)
    const end = { method: 'DELETE', headers: json, body: JSON.stringify({ id }) }
    expect(await (await fetch(`${payments.url}/_backlot/tenants`, end)).json()).toEqual({ ended: true })
    expect((await fetch(`${payments.url}/v1/customers`, create)).status).toBe(410)
  })

  it('answers the same among the calls of other tenants as alone', async () => {
    const names = ['x', 'y', 'z'].map((id) => codehost.tenant({ id }))
    const call = fc.record({ of: fc.nat(2), kind: fc.nat(5), number: fc.integer({ min: 1, max: 4 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 12 }), async (calls) => {
        for (const each of names) each.reset()
        const last: Promise<unknown>[] = []
        const among = await Promise.all(
          calls.map((each) => (last[each.of] = (last[each.of] ?? Promise.resolve()).then(() => perform(names, each)))),
        )
        for (const each of names) each.reset()
        const alone: unknown[] = []
        for (const of of [0, 1, 2]) {
          for (const [at, each] of calls.entries()) if (each.of === of) alone[at] = await perform(names, each)
        }
        expect(among).toEqual(alone)
      }),
      { numRuns: 12 },
    )
  })
})

interface Step {
  readonly of: number
  readonly kind: number
  readonly number: number
}

/** Makes one call of a tenant, and returns the status and the body of its answer. */
async function perform(tenants: readonly Emulator<'codehost'>[], { of, kind, number }: Step): Promise<unknown> {
  const tenant = tenants[of]
  const [method, path, body] = [
    ['POST', issues, { title: `issue of ${of}` }],
    ['GET', `${issues}?state=all`],
    ['PATCH', `${issues}/${number}`, { state: 'closed' }],
    ['POST', `${issues}/${number}/comments`, { body: `by ${of}` }],
    ['POST', '/repos/ada/engine/labels', { name: `label ${number}` }],
    ['GET', `${issues}/${number}/timeline`],
  ][kind] as [string, string, object?]
  const answer = await tenant?.fetch(`http://codehost${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return [answer?.status, await answer?.json()]
}
