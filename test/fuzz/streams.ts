import { connect } from 'node:net'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { createEmulator } from '../../src/emulator.ts'
import { interceptHosts } from '#intercept/index.ts'
import { processInterceptor } from '#intercept/process-interceptor.ts'
import { createHandler } from '../../src/adapter/index.ts'
import { patient, shortened, SLOW, timed, type Finding, type OpenTarget } from './finding.ts'
import { anyValue, oddText } from './values.ts'

// What is no request of an API: frames, lines, and what a proxy or an application's server is sent.

/** Sends texts through a plain connection, and resolves once it is closed or has been silent for a moment. */
function sendLines(port: number, lines: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const line of lines) socket.write(line)
    })
    const done = (): void => void socket.destroy()
    socket.setTimeout(60, done)
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
  const emulator = await createEmulator({ service: 'mail', port: 0, seed })
  const port = Number(emulator.env['MAIL_SMTP_PORT'])
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
  const dialogue = fc.array(line, { maxLength: 14 }).map((lines) => ['EHLO a', auth, ...lines])
  return {
    async round(roundSeed) {
      const findings: Finding[] = []
      for (const lines of fc.sample(dialogue, { seed: roundSeed, numRuns: 6 })) {
        const { spent } = await timed(() =>
          sendLines(
            port,
            lines.map((each) => `${each}\r\n`),
          ),
        )
        if (spent > SLOW) findings.push({ sent: shortened(lines.join('|')), flaw: `took ${Math.round(spent)} ms` })
      }
      const answer = await emulator.fetch('http://x/inbox')
      if (answer.status >= 500) findings.push({ sent: 'GET /inbox', flaw: `answered ${answer.status}` })
      emulator.reset()
      return findings
    },
    [Symbol.asyncDispose]: () => emulator.close(),
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
  const emulator = await createEmulator({ service: 'chat', port: 0, seed })
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
      const open = await emulator.fetch('http://x/api/apps.connections.open', { method: 'POST', headers })
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
      const answer = await fetch(`${emulator.url}/api/api.test`, { method: 'POST' })
      if (answer.status !== 200) findings.push({ sent: 'api.test', flaw: `answered ${answer.status}` })
      emulator.reset()
      return findings
    },
    [Symbol.asyncDispose]: () => emulator.close(),
  }
}

/** The steering proxy: requests, tunnels and bytes that no client of a proxy sends. */
export const proxyTarget: OpenTarget = async () => {
  const emulator = await createEmulator({ service: 'codehost', port: 0, hosts: 'real' })
  const intercepted = interceptHosts([emulator])
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
      return findings
    },
    async [Symbol.asyncDispose]() {
      intercepted.close()
      await emulator.close()
    },
  }
}

/** The handler of an application's own server. */
export const handlerTarget: OpenTarget = async () => {
  const handler = createHandler({ services: ['codehost', 'mail', 'oidc-a'] })
  const segment = fc.oneof(
    fc.constantFrom('emulate', 'codehost', 'mail', 'oidc-a', '_backlot', 'users', 'emails', 'health'),
    oddText.map(encodeURIComponent),
  )
  const request = fc.record({
    path: fc.array(segment, { maxLength: 5 }),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
    host: fc.oneof(fc.constant('app.test'), oddText),
    body: fc.oneof(
      anyValue.map((value) => JSON.stringify(value) ?? ''),
      oddText,
    ),
  })
  return {
    async round(roundSeed) {
      const findings: Finding[] = []
      for (const { path, method, host, body } of fc.sample(request, { seed: roundSeed, numRuns: 20 })) {
        const sent = `${method} /${path.join('/')} ${shortened(body)}`
        let made: Request
        try {
          const headers = { 'content-type': 'application/json', host, 'x-forwarded-host': host }
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
      return findings
    },
    [Symbol.asyncDispose]: () => handler.close(),
  }
}
