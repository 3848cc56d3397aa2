import { expect, it } from 'vitest'
import type { EmulatorBase } from '#core/emulator-base.ts'
import { createEmulator } from '../../src/emulator.ts'
import { describeServices, pathOf } from './service.ts'

// Pages and programs that an instance must withstand, and commands that it must refuse.

describeServices((target) => {
  const control = async (path: string, body: object): Promise<readonly [number, unknown]> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${target.emulator.url}/_backlot/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return [response.status, await response.json()]
  }

  it('keeps the control plane of an open instance for those who have its token', async () => {
    const { service, seed } = target
    const open: EmulatorBase = await createEmulator({ service, port: 0, seed, hostname: '0.0.0.0' })
    try {
      const [, token] = Object.entries(open.env).find(([name]) => name.endsWith('_CONTROL_TOKEN')) ?? []
      const reset = (headers: Record<string, string>): Promise<Response> =>
        fetch(`${open.url}/_backlot/reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
        })
      expect((await reset({})).status).toBe(401)
      expect((await reset({ authorization: 'Bearer guessed' })).status).toBe(401)
      expect((await reset({ authorization: `Bearer ${token}` })).status).toBe(200)
    } finally {
      await open.close()
    }
  })

  it.each(['8640000000000001', '1e308', '-1e308', '253402300800000'])(
    'refuses a clock at %s, and goes on',
    async (at) => {
      const { emulator } = target
      const before = emulator.clock.now()
      for (const [path, member] of [
        ['set', 'to'],
        ['freeze', 'at'],
        ['advance', 'by'],
      ] as const) {
        const [status, answer] = await control(`clock/${path}`, { [member]: Number(at) })
        expect(status).toBe(400)
        expect(JSON.stringify(answer)).toMatch(/out of the range of a clock|cannot advance|go back/)
      }
      expect(emulator.clock.now() - before).toBeLessThan(60_000)
      expect((await fetch(`${emulator.url}/_backlot/health`)).status).toBe(200)
    },
  )

  it('refuses pages of unknown origins, of whatever operation', async () => {
    const { table, emulator } = target
    const [route] = table.routes
    if (route === undefined) return
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      for (const [method, path] of [
        [route.method, pathOf(route, target.pool)],
        ['POST', '/_backlot/reset'],
        ['OPTIONS', '/'],
      ] as const) {
        const all = { ...headers, 'access-control-request-method': 'POST', 'content-type': 'application/json' }
        const response = await fetch(emulator.url + path, { method, headers: all, redirect: 'manual' })
        expect([response.status, await response.text()]).toEqual([
          403,
          expect.stringContaining('allowOrigins') as string,
        ])
        expect(response.headers.get('access-control-allow-origin')).toBe(null)
      }
    }
    expect(emulator.requests).toEqual([])
  })

  it('lets pages of this machine in by their name, and none of them to the control plane', async () => {
    const { emulator } = target
    const origin = 'http://app.localhost:3000'
    const answer = await fetch(`${emulator.url}/`, { headers: { origin }, redirect: 'manual' })
    expect(answer.status).not.toBe(403)
    expect([origin, null]).toContain(answer.headers.get('access-control-allow-origin'))
    const headers = { origin, 'content-type': 'application/json' }
    expect((await fetch(`${emulator.url}/_backlot/reset`, { method: 'POST', headers })).status).toBe(403)
  })

  it.each([
    { status: 503, headers: { 'transfer-encoding': 'chunked' } },
    { status: 503, headers: { 'x-a': 'b\r\nc: d' } },
    { status: 503, headers: { 'x a': 'b' } },
    { status: 600 },
    { status: 503, times: 0 },
    { delay: -1 },
    { delay: '1e308y' },
  ])('refuses to arm %j', async (fault) => {
    const { emulator } = target
    expect((await control('faults', fault))[0]).toBe(400)
    expect(emulator.faults.list()).toEqual([])
  })

  it('holds no more snapshots than its limit', async () => {
    for (let count = 0; count < 3; count++) await control('snapshot', {})
    expect(await control('restore', { id: 1 })).toEqual([
      400,
      { error: expect.stringContaining('is dropped') as string },
    ])
    expect((await control('restore', { id: 2 }))[0]).toBe(200)
  })

  it('takes many delayed requests without a warning', async () => {
    const { emulator } = target
    const warnings: Error[] = []
    const note = (warning: Error): void => void warnings.push(warning)
    process.on('warning', note)
    emulator.faults.add({ delay: 5, status: 503 })
    await Promise.all(Array.from({ length: 40 }, () => emulator.fetch('http://x/')))
    emulator.faults.clear()
    emulator.faults.add({ delay: '1h' })
    const waiting = Array.from({ length: 40 }, () => emulator.fetch('http://x/').catch(() => undefined))
    emulator.reset()
    await Promise.all(waiting)
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})
