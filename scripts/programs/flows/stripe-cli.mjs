// The vendor's own command triggers every event that it knows of an object that payments has: each begins with objects
// that it makes, and ends with the event. `stripe trigger` speaks the version of the account.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import process from 'node:process'

export const account = { api_version: '2022-11-15' }

/** Events of products that payments does not have. */
const OTHERS =
  /^(?:identity|cash_balance|customer_cash_balance|issuing|reporting|v1\.billing|payment_intent\.partially_funded)/

export default async function flow({ payments, key }) {
  const run = (...args) =>
    new Promise((done) => {
      const child = spawn('node_modules/.bin/stripe', args, {
        env: { ...process.env, HOME: process.cwd(), STRIPE_CLI_TELEMETRY_OPTOUT: '1' },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
      child.on('close', (code) => done({ code, output }))
    })
  const { output: help } = await run('trigger', '--help')
  const types = [...help.matchAll(/^  ([a-z_]+\.[a-z_.]+)$/gm)]
    .map(([, type]) => type)
    .filter((type) => !OTHERS.test(type))
  assert.ok(types.length > 90)
  for (const type of types) {
    const { code, output } = await run(
      'trigger',
      type,
      '--api-key',
      key,
      '--api-base',
      `http://127.0.0.1:${payments.port}`,
    )
    assert.equal(code, 0, `${type}: ${output}`)
  }
}
