// Pins the parts of Node.js on which backlot/intercept rests, and calls vendors' hosts with every client of Node.js
// itself. `npm run test:matrix` runs it on each supported version; `node --test test/intercept/internals.mjs` on this
// one, after a build.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import tls from 'node:tls'
import { createEmulator, defineService, interceptHosts } from 'backlot'

const HOST = 'api.own.test'
const service = defineService({
  id: 'own',
  port: 4999,
  app: (request) => new Response(`own ${new URL(request.url).host}`),
  hosts: [{ name: 'api', host: HOST }],
})

/** Calls `work` while a member of an object is replaced, and returns the parameters of its calls. */
async function parametersOf(owner, name, replacement, work) {
  const original = owner[name]
  const calls = []
  owner[name] = function (...parameters) {
    calls.push(parameters)
    return replacement.call(this, original, parameters)
  }
  try {
    await work()
  } finally {
    owner[name] = original
  }
  return calls
}

const through = function (original, parameters) {
  return original.apply(this, parameters)
}

/** A `connect` that connects nowhere. */
const refuse = function () {
  process.nextTick(() => this.destroy(new Error('refused')))
  return this
}

const failure = (open) => new Promise((resolve) => open().on('error', resolve))

describe('Node.js', () => {
  it('opens connections by Socket.prototype.connect, with options or with a list of options and callback', async () => {
    const calls = await parametersOf(net.Socket.prototype, 'connect', refuse, async () => {
      await failure(() => net.connect(1, 'a.test'))
      await failure(() => tls.connect({ host: 'b.test', port: 2, servername: 'c.test' }))
      await failure(() => http.get('http://d.test/'))
      await failure(() => https.get('https://e.test/'))
      await failure(() => http2.connect('https://f.test'))
      await fetch('https://g.test').catch(() => undefined)
    })
    const options = calls.map(([first]) => (Array.isArray(first) ? first[0] : first))
    assert.deepEqual(
      options.map(({ host, port }) => `${host}:${port}`),
      ['a.test:1', 'b.test:2', 'd.test:80', 'e.test:443', 'f.test:443', 'g.test:443'],
    )
    assert.deepEqual([options[1].servername, options[3].servername], ['c.test', 'e.test'])
    assert.ok(options.every(({ path }) => path === undefined || path === null))
  })

  it('makes secure contexts by the member of node:tls, and they take a certificate', async () => {
    const { prototype } = net.Socket
    const { connect } = prototype
    prototype.connect = function () {
      return refuse.call(this)
    }
    const calls = await parametersOf(tls, 'createSecureContext', through, () => {
      return failure(() => https.get('https://a.test/', { agent: false }))
    })
    prototype.connect = connect
    assert.equal(calls.length, 1)
    assert.equal(typeof tls.createSecureContext().context.addCACert, 'function')
  })

  it('knows the context of a socket, and the name that a socket was connected to', async () => {
    const context = tls.createSecureContext()
    const socket = new tls.TLSSocket(undefined, { secureContext: context })
    assert.equal(Reflect.get(socket, '_tlsOptions').secureContext, context)
    const server = net.createServer().listen(0)
    await new Promise((resolve) => server.once('listening', resolve))
    const named = net.connect(server.address().port, 'localhost')
    await new Promise((resolve) => named.once('connect', resolve))
    assert.equal(Reflect.get(named, '_host'), 'localhost')
    named.destroy()
    server.close()
  })

  it('writes by Socket.prototype._writeGeneric', async () => {
    const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const socket = net.connect(server.address().port, '127.0.0.1')
    const calls = await parametersOf(net.Socket.prototype, '_writeGeneric', through, () => {
      return new Promise((resolve) => socket.end('text', resolve))
    })
    server.close()
    assert.ok(calls.some(([, data]) => String(data) === 'text'))
  })

  it('gives a socket another handle by a method of its prototype', () => {
    const names = Object.getOwnPropertySymbols(net.Socket.prototype).map(({ description }) => description)
    assert.ok(names.includes('kReinitializeHandle'))
  })

  it('looks the address of a server up by the member of node:dns', async () => {
    const server = net.createServer()
    const calls = await parametersOf(dns, 'lookup', through, async () => {
      server.listen({ port: 0, host: '127.0.0.1', exclusive: true })
    })
    assert.equal(calls.length, 1)
    await new Promise((resolve) => server.close(resolve))
  })

  it('announces the requests of fetch', async () => {
    const announced = []
    const listener = ({ request }) => announced.push(`${request.method} ${request.origin}${request.path}`)
    subscribe('undici:request:create', listener)
    const server = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${server.address().port}`
    await new Promise((resolve) => server.close(resolve))
    await fetch(`${url}/a`).catch(() => undefined)
    unsubscribe('undici:request:create', listener)
    assert.deepEqual(announced, [`GET ${url}/a`])
  })
})

describe('an intercepted host', () => {
  let own
  let intercepted
  const early = tls.createSecureContext()
  const replaceable = () =>
    [Object.getOwnPropertyDescriptor(globalThis, 'fetch')].concat(
      [net.Socket.prototype, net, tls, dns, dns.promises].map((owner) => Object.getOwnPropertyDescriptors(owner)),
    )
  let untouched

  before(async () => {
    own = await createEmulator({ service, port: 0, hosts: 'real' })
    untouched = replaceable()
    intercepted = interceptHosts([own])
  })

  after(() => own.close())

  const body = (module, url, options = {}) =>
    new Promise((resolve, reject) => {
      const call = module.get(url, { agent: false, ...options }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece) => (text += piece))
        response.on('end', () => resolve(text))
      })
      call.on('error', reject)
    })

  it('answers every client of Node.js', async () => {
    assert.equal(await (await fetch(`https://${HOST}/`)).text(), `own ${HOST}`)
    assert.equal(await body(https, `https://${HOST}/`), `own ${HOST}`)
    assert.equal(await body(https, `https://${HOST}/`, { secureContext: early }), `own ${HOST}`)
    assert.equal(await body(http, `http://${HOST}/`), `own ${HOST}`)
    const { address } = await dns.promises.lookup(HOST)
    assert.match(await body(http, `http://${address}/`), /^own /)
  })

  it('answers HTTP/2', async () => {
    const session = http2.connect(`https://${HOST}`)
    const stream = session.request({ ':path': '/' })
    let text = ''
    for await (const piece of stream.setEncoding('utf8')) text += piece
    session.close()
    assert.equal(text, `own ${HOST}`)
  })

  it('answers child processes, and others are refused', async () => {
    const script = `
      const https = require('node:https')
      fetch('https://${HOST}/').then((r) => r.text()).then((text) => {
        console.log(text)
        https.get('https://refused.test/path').on('error', () => undefined)
      })`
    const child = spawn(process.execPath, ['-e', script], { env: { ...process.env, ...intercepted.env } })
    let text = ''
    for await (const piece of child.stdout.setEncoding('utf8')) text += piece
    assert.equal(text, `own ${HOST}\n`)
    const error = await failure(() => https.get('https://refused.test/here', { agent: false }))
    assert.match(error.message, /^your code called https:\/\/refused\.test \(GET \/here, from .*internals.*\.mjs:\d+\)/)
    assert.deepEqual(
      intercepted.refused.map(({ path }) => path),
      ['/here', '/path'],
    )
  })

  it('is let go without a trace', () => {
    intercepted.close()
    assert.deepEqual(replaceable(), untouched)
  })
})
