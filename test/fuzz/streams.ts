import { connect } from 'node:net'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { ANSWERING } from '#core/http/answering.ts'
import { answeringOf } from '#core/http/instance-answering.ts'
import { respondToWeb } from '#core/http/web-exchange.ts'
import { serve, type EmulatorOptions } from '../../src/emulator.ts'
import { resolveService } from '../../src/find-service.ts'
import type { State } from '#persistence/persistence.ts'
import { interceptHosts } from '#intercept/index.ts'
import { processInterceptor } from '#intercept/process-interceptor.ts'
import { createHandler } from '../../src/adapter/index.ts'
import type { ServiceId } from '../../src/services.generated.ts'
import { PATIENCE, patient, shortened, SLOW, timed, type Finding, type OpenTarget } from './finding.ts'
import { differing, resetTo, stateOf } from './state.ts'
import { anyValue, oddText } from './values.ts'

// Targets that take other bytes than requests of an API: frames, lines, and what a proxy or an application's server is
// sent.

/** The time of every instance, so that two have the same state. */
const NOW = '2026-01-01T00:00:00Z'

/** Starts a service, and tells the state of a fresh instance. */
async function started(options: Pick<EmulatorOptions, 'seed' | 'hosts'> & { readonly service: ServiceId }) {
  const served = await serve(await resolveService(options.service), { port: 0, now: NOW, ...options }, {})
  return { served, seeded: stateOf(served.instance) }
}

/**
 * Sends texts through a plain connection, and resolves once it is closed or has been silent for a moment. With `greets`
 * the server speaks first, as RFC 5321 section 3.1 has it.
 */
function sendLines(port: number, lines: readonly string[], { greets = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once(greets ? 'data' : 'connect', () => {
      socket.setTimeout(60)
      for (const line of lines) socket.write(line)
    })
    const done = (): void => void socket.destroy()
    // A server that speaks first waits a moment for clients that do not.
    socket.setTimeout(PATIENCE)
    socket.on('timeout', done)
    socket.on('data', () => undefined)
    socket.on('error', done)
    socket.on('close', () => resolve())
  })
}

const SMTP = [
  'EHLO a',
  'HELO',
  'MAIL FROM:<a@b.test>',
  'RCPT TO:<ada@example.com>',
  'DATA',
  'RSET',
  'QUIT',
  'AUTH PLAIN',
]

/** SMTP: commands in any order, with odd parameters and mails. */
export const smtpTarget: OpenTarget = async () => {
  const seed = { mail: { smtp: 0, domains: [{ name: 'b.test' }], api_keys: [{ name: 'k', token: 're_k' }] } }
  const { served, seeded } = await started({ service: 'mail', seed })
  const port = Number(served.env['MAIL_SMTP_PORT'])
  const auth = `AUTH PLAIN ${Buffer.from('\0resend\0re_k').toString('base64')}`
  const line = fc.oneof(
    fc.constantFrom(...SMTP, auth),
    oddText,
    fc.tuple(fc.constantFrom('MAIL FROM:', 'RCPT TO:', 'AUTH '), oddText).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('Subject', 'From', 'To', 'Content-Type', 'Date'), oddText)
      .map((parts) => parts.join(': ')),
    fc.constant('.'),
  )
  const envelope = ['EHLO a', auth, 'MAIL FROM:<a@b.test>', 'RCPT TO:<ada@example.com>', 'DATA', 'From: a@b.test']
  const dialogue = fc.oneof(
    fc.array(line, { maxLength: 14 }).map((lines) => ['EHLO a', auth, ...lines]),
    fc.array(line, { maxLength: 14 }).map((lines) => [...envelope, ...lines, 'Subject: a', '', 'a', '.']),
  )
  return {
    async round(roundSeed) {
      const findings: Finding[] = []
      for (const lines of fc.sample(dialogue, { seed: roundSeed, numRuns: 4 })) {
        const { spent } = await timed(() =>
          sendLines(
            port,
            lines.map((each) => `${each}\r\n`),
            { greets: true },
          ),
        )
        if (spent > SLOW) findings.push({ sent: shortened(lines.join('|')), flaw: `took ${Math.round(spent)} ms` })
      }
      const answer = await respondToWeb(served.instance, new Request('http://x/inbox'))
      if (answer.status >= 500) findings.push({ sent: 'GET /inbox', flaw: `answered ${answer.status}` })
      return [...findings, ...resetTo(seeded, served.instance, 'four dialogues')]
    },
    [Symbol.asyncDispose]: () => served.close(),
  }
}

/** WebSockets of chat: frames of every kind on an open connection of Socket Mode. */
export const socketsTarget: OpenTarget = async () => {
  const seed = {
    chat: {
      users: [{ name: 'alice' }],
      bots: [{ name: 'helper' }],
      oauth_apps: [{ client_id: '1.2', client_secret: 's', name: 'helper', app_token: 'xapp-1-test' }],
    },
  }
  const { served, seeded } = await started({ service: 'chat', seed })
  const frame = fc.oneof(
    fc
      .record({ envelope_id: oddText, payload: anyValue, type: oddText }, { requiredKeys: [] })
      .map((each) => JSON.stringify(each)),
    oddText,
    fc.uint8Array({ maxLength: 40 }),
  )
  return {
    async round(roundSeed) {
      const findings: Finding[] = []
      const headers = { authorization: 'Bearer xapp-1-test' }
      const open = await fetch(`${served.url}/api/apps.connections.open`, { method: 'POST', headers })
      const { url } = (await open.json()) as { url: string } // the answer of the method
      const socket = new WebSocket(url)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      const { spent } = await timed(async () => {
        for (const each of fc.sample(frame, { seed: roundSeed, numRuns: 30 })) {
          if (socket.readyState === WebSocket.OPEN) socket.send(each)
        }
        const closed = new Promise((resolve) => socket.once('close', resolve))
        socket.close()
        await patient(closed)
      })
      socket.terminate()
      if (spent > SLOW) findings.push({ sent: 'thirty frames', flaw: `took ${Math.round(spent)} ms` })
      const answer = await fetch(`${served.url}/api/api.test`, { method: 'POST' })
      if (answer.status !== 200) findings.push({ sent: 'api.test', flaw: `answered ${answer.status}` })
      return [...findings, ...resetTo(seeded, served.instance, 'thirty frames')]
    },
    [Symbol.asyncDispose]: () => served.close(),
  }
}

/** The steering proxy: requests, tunnels and bytes that no client of a proxy sends. */
export const proxyTarget: OpenTarget = async () => {
  const { served, seeded } = await started({ service: 'codehost', hosts: 'real' })
  const { instance, port: own } = served
  const hosts = instance.vendorHosts?.list ?? []
  const answerer = { service: 'codehost' as const, port: own, hosts, [ANSWERING]: answeringOf(instance) }
  const intercepted = interceptHosts([answerer])
  const { port } = processInterceptor().server
  const target = fc.oneof(
    fc.constantFrom(
      'http://api.github.com/',
      'api.github.com:443',
      'a:99999999',
      '/x',
      '*',
      'http://[::1',
      'ftp://a/',
      '://',
    ),
    oddText,
  )
  const head = fc
    .tuple(
      fc.constantFrom('GET', 'CONNECT', 'POST', 'OPTIONS', 'PRI', 'xyz'),
      target,
      fc.dictionary(
        fc.constantFrom('host', 'origin', 'content-length', 'upgrade', 'connection', 'transfer-encoding'),
        oddText,
        { maxKeys: 3 },
      ),
    )
    .map(([method, url, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n')
    })
  const bytes = fc.oneof({ arbitrary: head, weight: 4 }, oddText, fc.constant('\x16\x03\x01\x02\x00\x01'))
  return {
    async round(roundSeed) {
      const findings: Finding[] = []
      for (const each of fc.sample(fc.array(bytes, { minLength: 1, maxLength: 2 }), { seed: roundSeed, numRuns: 8 })) {
        const { spent } = await timed(() => sendLines(port, each))
        if (spent > SLOW) findings.push({ sent: shortened(each.join('|')), flaw: `took ${Math.round(spent)} ms` })
      }
      const answer = await fetch('https://api.github.com/meta')
      if (answer.status >= 500 && answer.status !== 501)
        findings.push({ sent: 'GET /meta', flaw: `answered ${answer.status}` })
      intercepted.takeRefused()
      return [...findings, ...resetTo(seeded, instance, 'eight connections')]
    },
    async [Symbol.asyncDispose]() {
      intercepted.close()
      await served.close()
    },
  }
}

/** The handler of an application's own server. */
export const handlerTarget: OpenTarget = async () => {
  let saved = ''
  const handler = createHandler({
    services: ['codehost', 'mail', 'oidc-a'],
    now: NOW,
    persistence: {
      load: async () => null,
      save: async (state: State) => void (saved = JSON.stringify(state.services)),
    },
  })
  const stateAfterReset = async (): Promise<string> => {
    await handler.reset()
    return saved
  }
  await handler.fetch(new Request('http://app.test/emulate/codehost/user'))
  const seeded = await stateAfterReset()
  const segment = fc.oneof(
    fc.constantFrom('emulate', 'codehost', 'mail', 'oidc-a', '_backlot', 'users', 'emails', 'health'),
    oddText.map(encodeURIComponent),
  )
  const request = fc.record({
    path: fc.array(segment, { maxLength: 5 }),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    host: fc.oneof(fc.constant('app.test'), oddText),
    authorization: fc.constantFrom('Bearer dev_token', 'Bearer re_dev_token', 'Bearer a'),
    body: fc.oneof(
      anyValue.map((value) => JSON.stringify(value) ?? ''),
      oddText,
    ),
  })
  return {
    async round(roundSeed) {
      const findings: Finding[] = []
      for (const { path, method, host, authorization, body } of fc.sample(request, { seed: roundSeed, numRuns: 20 })) {
        const sent = `${method} /${path.join('/')} ${shortened(body)}`
        let made: Request
        try {
          const headers = { 'content-type': 'application/json', authorization, host, 'x-forwarded-host': host }
          made = new Request(`http://app.test/emulate/${path.join('/')}`, {
            method,
            headers,
            body: method === 'GET' ? null : body,
          })
        } catch {
          continue // what no client can send
        }
        const { result, spent } = await timed(async () => {
          const response = await patient(handler.fetch(made))
          return { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
        })
        if (result.status >= 500 && ![501, 503].includes(result.status)) {
          findings.push({ sent, flaw: `answered ${result.status}: ${shortened(result.text)}` })
        }
        if (spent > SLOW) findings.push({ sent, flaw: `took ${Math.round(spent)} ms` })
      }
      return [...findings, ...differing(seeded, await stateAfterReset(), 'twenty requests')]
    },
    [Symbol.asyncDispose]: () => handler.close(),
  }
}
