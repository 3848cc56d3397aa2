import { describe, expect, it } from 'vitest'
import { Router } from '#core/routes.ts'
import { routesOf } from '#core/service-routes.ts'
import { createEmulator } from '../emulator.ts'
import { registry } from '../registry.ts'
import { vendorOperations } from './vendor-operations.ts'

const described = registry.flatMap(({ id, load }) => {
  const operations = vendorOperations[id]
  return load === undefined || operations === undefined ? [] : [{ id, load, operations }]
})

describe.each(described)('$id', ({ id, load, operations }) => {
  it('refuses operations of the vendor that it does not implement, also where a route with parameters matches them', async () => {
    const { routes } = await routesOf(await load())
    // Some services compare paths without their version, as they serve several versions by one route.
    const implemented = new Set(routes.map(({ method, path }) => `${method} ${shape(withoutVersion(path))}`))
    const versionless = new Router(routes.map((route) => ({ ...route, path: withoutVersion(route.path) })))
    await using emulator = await createEmulator({ service: id as 'codehost', port: 0 }) // any service answers requests
    const swallowed: string[] = []
    const all = [...operations()]
    expect(all.length).toBeGreaterThan(routes.length / 2)
    for (const { method, path } of all) {
      const sample = path.replaceAll(/\{[^}]+\}/g, '1')
      const isMatched = versionless.match(method, withoutVersion(sample)) !== null
      if (!isMatched || method === 'HEAD' || implemented.has(`${method} ${shape(withoutVersion(path))}`)) continue
      const response = await emulator.fetch(new Request(`${emulator.url}${sample}`, { method }))
      if (!(await response.text()).includes('does not implement')) swallowed.push(`${method} ${path}`)
    }
    expect([...new Set(swallowed)].sort(), 'list these in `unimplemented` of the service').toEqual([])
  })
})

it.each([
  ['codehost', '/user/codespaces'],
  ['codehost', '/repos/octocat/hello-world/branches/main/rules'],
  ['mail', '/emails/metrics'],
  ['deployhost', '/v1/projects/traces'],
])('%s answers 501 for %s and names the nearest operation', async (id, path) => {
  await using emulator = await createEmulator({ service: id as 'codehost', port: 0 }) // any service answers requests
  const response = await emulator.fetch(new Request(`${emulator.url}${path}`))
  expect(response.status).toBe(501)
  expect(await response.text()).toContain(`does not implement GET ${path}; the nearest operation is GET /`)
})

/** Returns a path without the names of its parameters. */
function shape(path: string): string {
  return path.replaceAll(/[^/]*[:{*][^/]*/g, '{}')
}

function withoutVersion(path: string): string {
  return path.replace(/^\/v\d+(?=\/)/, '')
}
