import { describe, expect, test } from 'vitest'
import { createProject } from './project.ts'

const PROGRAM = `
const check = async () => {
  const { execFileSync } = require('node:child_process')
  const assert = require('node:assert/strict')
  const { createEmulator, PortInUse, SeedError } = await load()
  const seed = { tokens: { ada_token: { login: 'ada', scopes: ['repo'] } }, codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'one'}] } }
  const codehost = await createEmulator({ service: 'codehost', port: 0, runsIn: 'thread', seed })

  const blocking = 'fetch(process.argv[1] + "/repos/ada/one/labels").then((response) => console.log(response.status))'
  assert.equal(execFileSync(process.execPath, ['-e', blocking, codehost.url], { encoding: 'utf8' }), '200\\n')
  assert.deepEqual(codehost.requests.map(({ path, status }) => [path, status]), [['/repos/ada/one/labels', 200]])

  const label = { method: 'POST', headers: { authorization: 'Bearer ada_token' }, body: '{"name":"x"}' }
  const create = async () => (await codehost.fetch('http://codehost/repos/ada/one/labels', label)).status
  assert.equal(await create(), 201)
  const created = codehost.snapshot()
  codehost.reset()
  assert.deepEqual(codehost.requests, [])
  assert.equal(await create(), 201)
  codehost.reset()
  codehost.restore(created)
  assert.equal(await create(), 422)
  assert.throws(() => codehost.restore({}), TypeError)

  const fault = codehost.faults.add({ status: 503, path: '/zen' })
  assert.equal((await fetch(codehost.url + '/zen')).status, 503)
  assert.equal(codehost.faults.list()[0].matched, 1)
  assert.equal(codehost.faults.remove(fault), true)
  assert.throws(() => codehost.faults.add({ oops: 1 }), { name: 'TypeError', message: /unknown option oops/ })

  codehost.clock.freeze(new Date('2030-01-01'))
  codehost.clock.advance('1h')
  assert.equal(new Date(codehost.clock.now()).toISOString(), '2030-01-01T01:00:00.000Z')
  codehost.clock.set('2031-01-01')
  codehost.clock.resume()

  codehost.webhooks.hold()
  codehost.webhooks.release()
  await codehost.webhooks.settled()
  assert.deepEqual(codehost.webhooks.deliveries, [])
  await assert.rejects(codehost.webhooks.next('push', { timeout: 5 }), /no push was delivered within 5 ms/)

  void codehost.webhooks.next('push')
  assert.match(codehost.waiting.join(), /^no push was delivered within \\d+ ms/)
  codehost.reset()
  const tenant = codehost.tenant()
  assert.equal((await tenant.fetch('http://codehost/repos/ada/one/labels', label)).status, 201)
  assert.equal((await fetch(tenant.url + '/repos/ada/one/labels', { method: 'POST', ...label })).status, 422)
  assert.deepEqual([tenant.requests.length, codehost.requests.length], [2, 0])
  tenant.reset()
  assert.deepEqual(tenant.requests, [])
  await tenant.close()
  assert.equal((await fetch(tenant.url + '/zen')).status, 410)
  codehost.faults.add({ status: 302, headers: { location: 'http://127.0.0.1:9/' } })
  assert.equal((await codehost.fetch('http://codehost/zen')).status, 302)
  codehost.reset()

  await assert.rejects(createEmulator({ service: 'codehost', port: codehost.port, runsIn: 'thread' }), (error) => {
    assert.ok(error instanceof PortInUse)
    return error.port === codehost.port
  })
  await assert.rejects(createEmulator({ service: 'codehost', port: 0, runsIn: 'thread', seed: { codehost: { user: [] } } }), SeedError)
  await assert.rejects(createEmulator({ service: { id: 'mine', routes: [] }, port: 0, runsIn: 'thread' }), /mine: runsIn: 'thread' is for the built-in/)

  const mail = await createEmulator({ service: 'mail', port: 0, runsIn: 'thread' })
  const waiting = mail.inbox.next({ to: 'ada@example.com', timeout: '10s' })
  const body = { from: 'a@acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Your code is 123456' }
  const headers = { authorization: 'Bearer re_test' }
  assert.equal((await fetch(mail.url + '/emails', { method: 'POST', headers, body: JSON.stringify(body) })).status, 200)
  assert.deepEqual((await waiting).codes, ['123456'])
  assert.equal(mail.inbox.list({ since: new Date(0) }).length, 1)
  mail.inbox.clear()
  assert.deepEqual(mail.inbox.list(), [])
  await assert.rejects(mail.inbox.next({ timeout: 5 }), /mail.inbox.next waited 5 ms: no message arrived/)
  const dropped = mail.inbox.next()
  mail.reset()
  await assert.rejects(dropped, /before the reset/)
  void mail.inbox.next()
  const closing = mail.inbox.next()
  await mail.close()
  await assert.rejects(closing, /closed/)

  const workspace = { users: [{ name: 'alice' }, { name: 'bob' }], channels: [{ name: 'deploys' }], bots: [{ name: 'helper' }] }
  const chat = await createEmulator({ service: 'chat', port: 0, runsIn: 'thread', seed: { chat: workspace } })
  const said = await chat.as('alice').say('#deploys', 'ship it, @helper')
  await chat.as('bob').react(said, 'eyes')
  const next = chat.messages.next({ channel: '#deploys', from: 'helper', timeout: '10s' })
  const post = { channel: said.channel, text: 'shipping', thread_ts: said.ts }
  const bearer = { authorization: 'Bearer ' + chat.env.SLACK_BOT_TOKEN, 'content-type': 'application/json' }
  await fetch(chat.env.SLACK_API_URL + 'chat.postMessage', { method: 'POST', headers: bearer, body: JSON.stringify(post) })
  assert.equal((await next).readable, 'shipping')
  assert.match(chat.transcript('#deploys'), /^alice: ship it, @helper.*eyes.*\\n  > helper: shipping$/s)
  assert.equal(chat.addUser({ name: 'dave' }).name, 'dave')
  await assert.rejects(chat.as('nobody').say('#deploys', 'hi'), /no person is named "nobody"; there are alice, bob/)
  await assert.rejects(chat.messages.next({ channel: '#deploys', timeout: 5 }), /no message in #deploys was posted/)
  await chat.close()

  const identity = { users: [{ email: 'ada@example.com' }], id_token_signing_alg: 'RS256' }
  const oidcA = await createEmulator({ service: 'oidc-a', port: 0, runsIn: 'thread', https: true, seed: { 'oidc-a': identity } })
  const { accessToken, idToken } = oidcA.signIn({ email: 'ada@example.com', nonce: 'n' })
  const { iss, nonce } = JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url'))
  assert.deepEqual([iss, nonce], [oidcA.url, 'n'])
  assert.match(oidcA.url, /^https:/)
  const asking = 'fetch(process.argv[1]).then((response) => response.json()).then(({ sub, email }) => console.log(email))'
  const userinfo = oidcA.url + '/oauth2/v3/userinfo?access_token=' + accessToken
  assert.equal(execFileSync(process.execPath, ['-e', asking, userinfo], { encoding: 'utf8', env: { ...process.env, ...oidcA.env } }), 'ada@example.com\\n')
  assert.throws(() => oidcA.signIn({ email: 'eve@example.com' }), /eve@example.com cannot sign in/)
  await oidcA.close()

  await codehost.close()
  await codehost.close()
  assert.throws(() => codehost.reset(), /this codehost instance is closed/)
  console.log('all is well')
}
check().catch((error) => { console.error(error); process.exit(1) })
`

describe('an instance in a thread', { timeout: 60_000 }, () => {
  test.each([
    [
      'ESM',
      `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\nconst load = () => import('backlot')`,
      'a.mjs',
    ],
    ['CommonJS', `const load = async () => require('backlot')`, 'a.cjs'],
  ])('is used as one in the process is, from %s, and lets the process end', async (_, loading, file) => {
    using project = createProject({ [file]: `${loading}\n${PROGRAM}` })
    expect(await project.run(process.execPath, [file])).toMatchObject({ code: 0, output: 'all is well\n' })
  })

  test('starts with the former name of the option too, host, with one warning', async () => {
    const program = `import { createEmulator } from 'backlot'
      for (let i = 0; i < 2; i++) {
        const mail = await createEmulator({ service: 'mail', port: 0, host: 'thread' })
        // An instance in this process would not answer while this thread blocks.
        const { execFileSync } = await import('node:child_process')
        const asking = 'fetch(process.argv[1]).then(({ status }) => console.log(status))'
        process.stdout.write(execFileSync(process.execPath, ['-e', asking, mail.url + '/_backlot/health'], { timeout: 20_000 }))
        await mail.close()
      }`
    using project = createProject({ 'a.mjs': program })
    const { code, output } = await project.run(process.execPath, ['a.mjs'])
    expect({ code, statuses: output.match(/^200$/gm)?.length }).toEqual({ code: 0, statuses: 2 })
    expect(output.match(/BACKLOT_HOST/g)).toHaveLength(1)
  })
})
