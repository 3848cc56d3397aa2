import { runInThisContext } from 'node:vm'
import { transform } from 'esbuild'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { matchers } from '#fixtures/matchers.ts'
import { receiveEvents, type WebhookReceiver } from '#testkit/webhook-receiver.ts'
import { createEmulator, type Emulator } from '../../src/index.ts'
import { parse } from 'yaml'
import { documentedBlocks } from './blocks.ts'

// The recipes of docs/recipes.md, each run as the test that it is.

const recipes = documentedBlocks('ts', 'yaml').filter(({ page }) => page === 'docs/recipes.md')
const blocks = recipes.filter(({ language }) => language === 'ts')
const seed = parse(recipes.find(({ language }) => language === 'yaml')?.code ?? '') as object

let codehost: Emulator<'codehost'>
let mail: Emulator<'mail'>
let payments: Emulator<'payments'>
let receiver: WebhookReceiver
beforeAll(async () => {
  expect.extend(matchers)
  codehost = await createEmulator({ service: 'codehost', port: 0, seed })
  mail = await createEmulator({ service: 'mail', port: 0, seed })
  payments = await createEmulator({ service: 'payments', port: 0, seed })
  receiver = await receiveEvents()
})
afterAll(async () => {
  await Promise.all([codehost.close(), mail.close(), payments.close(), receiver[Symbol.asyncDispose]()])
})
beforeEach(() => {
  for (const each of [codehost, mail, payments]) each.reset()
})

const send = (method: string, url: string, body?: object, token = 'dev_token'): Promise<Response> =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test('there are twenty recipes', () => {
  expect(blocks).toHaveLength(20)
})

test.each(blocks.map(({ page, line, code }) => [`${page}:${line}`, code] as const))(
  '%s works',
  async (_place, code) => {
    const given = { expect, send, codehost, mail, payments, receiver }
    const body = `(async ({ ${Object.keys(given).join(', ')} }) => {\n${code}\n})`
    const { code: program } = await transform(body, { loader: 'ts' })
    const recipe = runInThisContext(program) as (given: object) => Promise<void> // what `body` is
    await recipe(given)
    expect.hasAssertions()
  },
)
