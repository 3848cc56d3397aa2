import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { RunFolder, type RunRules } from '#core/tenants/run-folder.ts'
import { tagOf } from '#core/tenants/tenant-tag.ts'
import { createEmulator } from '../index.ts'
import { runLayer } from './run-layer.ts'

const HOST = 'api.github.com'

/** Returns the layer of an application whose run has two test processes, at these ports. */
function layerWith(rules: Partial<RunRules>, ports: readonly [number, number] = [4001, 4002]) {
  const folder = new RunFolder(mkdtempSync(join(tmpdir(), 'backlot-run-')))
  onTestFinished(() => rmSync(folder.path, { recursive: true }))
  for (const [at, port] of ports.entries())
    folder.announce(`p${at}t0`, [{ service: 'codehost', port, hosts: [{ name: 'api', host: HOST }] }])
  return { folder, layer: runLayer(folder, { untagged: 'error', allow: [], ...rules }) }
}

it('gives a call to the test process that its tag names, and none to one that has ended', () => {
  const { folder, layer } = layerWith({})
  expect(layer.find(HOST, '/user', tagOf('p0t0-1'))?.port).toBe(4001)
  expect(layer.find(HOST, '/user', tagOf('p1t0-7'))?.port).toBe(4002)
  folder.withdraw('p1t0')
  expect(layer.find(HOST, '/user', tagOf('p1t0-7'))).toBeNull()
  expect(layer.all?.(HOST).map(({ port }) => port)).toEqual([4001])
})

it('refuses a call that belongs to no test, and says the ways out', () => {
  const { layer } = layerWith({})
  expect(layer.find(HOST, '/user', null)).toBeNull()
  expect(layer.withoutTenant?.(HOST)).toMatch(/it belongs to no test that runs.*untagged: 'shared'/)
})

it("lets calls that belong to no test share a state that no test has, with untagged: 'shared'", async () => {
  const seed = { tokens: { t: { login: 'ada', scopes: ['repo'] } }, codehost: { users: [{ login: 'ada' }] } }
  await using codehost = await createEmulator({ service: 'codehost', port: 0, seed })
  const { layer } = layerWith({ untagged: 'shared' }, [codehost.port, 1])
  const found = layer.find(HOST, '/user', null)
  expect([found?.port, layer.withoutTenant?.(HOST)]).toEqual([codehost.port, null])
  const headers = { authorization: 'Bearer t', 'x-backlot-tenant': found?.tenant ?? '' }
  const list = (own: Readonly<Record<string, string>>) => fetch(`${codehost.url}/user/repos`, { headers: own })
  const make = { method: 'POST', headers, body: JSON.stringify({ name: 'untagged' }) }
  expect((await fetch(`${codehost.url}/user/repos`, make)).status).toBe(201)
  const lists = [headers, { authorization: 'Bearer t' }].map(async (own) => (await list(own)).json())
  expect((await Promise.all(lists)).map((each: unknown) => (each as unknown[]).length)).toEqual([1, 0])
  // The calls of a test keep their own tag.
  expect(layer.find(HOST, '/user', tagOf('p0t0-1'))).not.toHaveProperty('tenant')
})
