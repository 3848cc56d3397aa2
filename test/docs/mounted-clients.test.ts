import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { transform } from 'esbuild'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHandler, type Handler } from '../../src/adapter/index.ts'
import { documentedBlocks } from './blocks.ts'

// The code of docs/adapter.md that points clients at a mount, run against a mount.

const MOUNT = 'http://localhost:3000/emulate'

const SERVICES = [
  'auth-saas',
  'chat',
  'cloud',
  'codehost',
  'deployhost',
  'mail',
  'oidc-a',
  'oidc-b',
  'oidc-c',
  'oidc-d',
  'payments',
] as const

const blocks = documentedBlocks('ts').filter(({ page, code }) => page === 'docs/adapter.md' && code.includes(MOUNT))

let handler: Handler<(typeof SERVICES)[number]>
let mount: string
let folder: string
let listener: ReturnType<typeof getRequestListener>
const server = createServer((request, response) => void listener(request, response))

// Loading a client can take longer than the server keeps a connection that the client before has left.
server.keepAliveTimeout = 0

beforeAll(async () => {
  handler = createHandler({ services: [...SERVICES], name: 'mounted-clients' })
  listener = getRequestListener(handler.fetch, { overrideGlobalObjects: false })
  await handler.ready()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  mount = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emulate` // the address of a TCP server
  // Inside of the project, so that the clients' packages are found.
  folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.cache/mounted-clients-'))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
  await handler.close()
})
beforeEach(() => handler.reset())

/** Runs a block as a module, and returns the statuses that the services answered it, by service. */
async function run(code: string, name: string): Promise<Record<string, (number | null)[]>> {
  const file = join(folder, `${name}.mjs`)
  const built = await transform(code.replaceAll(MOUNT, mount), { loader: 'ts', format: 'esm' })
  writeFileSync(file, built.code)
  await import(file)
  const answered = SERVICES.map((id) => [id, statusesOf(id)] as const)
  return Object.fromEntries(answered.filter(([, statuses]) => statuses.length > 0))
}

const statusesOf = (id: (typeof SERVICES)[number]): (number | null)[] =>
  handler.emulators[id].requests.map(({ status }) => status)

describe('a client at a mount', () => {
  it('is documented for every service that a handler serves', () => {
    const documented = SERVICES.filter((id) => blocks.some(({ code }) => new RegExp(`['/]${id}['/$]`).test(code)))
    expect(documented).toEqual(SERVICES)
  })

  it.each(blocks.map(({ code, line }) => [/from '([^']+)'/.exec(code)?.[1] ?? '', code, line] as const))(
    'calls the service with the lines that the documentation has for %s',
    async (_client, code, line) => {
      const answered = await run(code, `block-${line}`)
      expect(Object.keys(answered)).not.toEqual([])
      for (const [id, statuses] of Object.entries(answered)) {
        expect(statuses.length, id).toBeGreaterThan(0)
        expect(new Set(statuses), id).toEqual(new Set([200]))
      }
    },
  )
})
