import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmulator, createInstance, type Emulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { receiveEvents } from '#testkit/webhook-receiver.ts'
import { commandNames } from './control-commands.ts'
import { documentOfAll } from './control-document.ts'

/** The parts of the document that this test reads. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

let emulator: Emulator<'notes'>
let document: Described

beforeAll(async () => {
  emulator = await createEmulator({
    service: notes,
    port: 0,
    seed: { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } },
    now: 0,
  })
  document = (await (await fetch(`${emulator.url}/_backlot/openapi.json`)).json()) as Described
})
afterAll(() => emulator.close())

const namesIn = ({ paths }: Described): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/_backlot/'.length)}`),
  )

it('is a valid OpenAPI 3.1 document, of one instance and of all behind one port', async () => {
  const instances = [await createInstance(notes, { service: notes })]
  for (const each of [document, documentOfAll(instances)]) {
    const result = await new Validator().validate(structuredClone(each) as Record<string, unknown>) // plain JSON
    expect(result).toMatchObject({ valid: true })
  }
  const broken = structuredClone(document) as { info?: unknown }
  delete broken.info
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  instances[0]?.close()
})

it('describes every command, those of the service too, and no other', async () => {
  const instance = await createInstance(notes, { service: notes })
  expect(namesIn(document).toSorted()).toEqual([...commandNames(instance), 'GET openapi.json'].toSorted())
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
  expect(new Set(ids).size).toBe(ids.length)
  instance.close()
})

it('describes the answers as they are', async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const called = new Set<string>()
  /** Sends a command, checks its answer against the document, and returns it. */
  const send = async (name: string, input?: object): Promise<unknown> => {
    const [method = '', path = ''] = name.split(' ')
    called.add(name)
    const query =
      method === 'GET' && input !== undefined ? `?${new URLSearchParams(input as Record<string, string>)}` : '' // the test's own texts
    const response = await fetch(`${emulator.url}/_backlot/${path}${query}`, {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input ?? {}) }),
    })
    const answer: unknown = await response.json()
    expect([name, response.status, answer]).toEqual([name, 200, answer])
    const pointer = `/_backlot/${path}`.replaceAll('~', '~0').replaceAll('/', '~1')
    const schema = `document#/paths/${pointer}/${method.toLowerCase()}/responses/200/content/application~1json/schema`
    const validate = ajv.getSchema(schema)
    expect([name, validate?.(answer), validate?.errors ?? null]).toEqual([name, true, null])
    return answer
  }
  await using receiver = await receiveEvents()
  const headers = { 'content-type': 'application/json', authorization: 'Bearer t' }
  await fetch(`${emulator.url}/hooks`, { method: 'POST', headers, body: JSON.stringify({ url: receiver.url }) })
  await fetch(`${emulator.url}/notes`, { method: 'POST', headers, body: JSON.stringify({ title: 'new' }) })
  const { id } = (await send('POST webhooks/next', { event: 'note.created' })) as { id: number }
  await send('POST webhooks/redeliver', { id })
  for (const name of [
    'health',
    'env',
    'requests',
    'calls',
    'changes',
    'waiting',
    'clock',
    'webhooks',
    'openapi.json',
  ]) {
    await send(`GET ${name}`)
  }
  await send('POST expect/received', { operation: 'notes/create', times: 1 })
  await send('POST expect/received-in-order', { calls: ['notes/create'] })
  await send('POST expect/delivered', { event: 'note' })
  const fault = await send('POST faults', { status: 503, times: 1, path: '/none' })
  await send('GET faults')
  await send('DELETE faults', fault as object)
  for (const [path, input] of [
    ['set', { to: '2026-01-01T00:00:00Z' }],
    ['advance', { by: '1h' }],
    ['freeze', {}],
    ['resume', {}],
  ] as const) {
    await send(`POST clock/${path}`, input)
  }
  const snapshot = (await send('POST snapshot')) as object
  await send('POST restore', snapshot)
  await send('DELETE snapshot', snapshot)
  const tenant = (await send('POST tenants', { id: 'a' })) as object
  await send('GET tenants')
  await send('DELETE tenants', tenant)
  await send('POST webhooks/hold')
  await send('POST webhooks/release')
  await send('POST webhooks/settled')
  await send('POST reset')
  const common = namesIn(document).filter((name) => !isOfService(name))
  expect(common.filter((name) => !called.has(name))).toEqual([])
})

/** The commands of the service under test have answers of their own. */
function isOfService(name: string): boolean {
  return Object.keys(notes.commands ?? {}).some((command) => name.startsWith(`POST ${command}`))
}
