import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launch, launchSync, outputSync } from '#testkit/launch.ts'
import { DAY } from '../duration.ts'
import { certificateAuthority, interceptionAuthority, type ServerKey } from './certificates.ts'
import { authorityCertificate, serverCertificateOf } from './x509.ts'

const has = (program: string, ...parameters: string[]): boolean => launchSync(program, parameters).code === 0

let folder: string
let file: string
let trusted: string
let serverKeyOf: (name: string) => ServerKey
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-'))
  const { key } = await certificateAuthority()
  const authority = { key, name: 'a run' }
  const permitted = ['localhost', '127.0.0.0/8', '::1/128', 'github.com']
  trusted = authorityCertificate(authority, { days: 1, permitted })
  file = join(folder, 'authority.pem')
  await writeFile(file, trusted)
  serverKeyOf = (name) => ({ key, cert: serverCertificateOf(authority, { key, names: [name], days: 1 }) })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Names that the authority may sign for, and names that it may not. */
const PERMITTED = ['localhost', 'app.localhost', '127.0.0.1', '127.9.8.7', '::1', 'github.com', 'api.github.com']
const OTHERS = ['example.com', 'api.stripe.com', 'evilgithub.com', 'notlocalhost', '10.0.0.1', '::2', '128.0.0.1']

/** Serves with the certificate of a name for as long as `work` runs; children are processes beside this one. */
async function serving<T>(name: string, work: (port: number) => Promise<T>): Promise<T> {
  const server: Server = createServer(serverKeyOf(name), (_request, response) => response.end('served'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work((server.address() as AddressInfo).port) // a TCP server's address
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Returns the error of a client of Node.js; null when it trusts the server. */
const nodeError = (port: number, name: string): Promise<string | null> =>
  new Promise((resolve) => {
    const options: ConnectionOptions = { port, host: '127.0.0.1', ca: trusted, checkServerIdentity: () => undefined }
    const socket = connect({ ...options, ...(/[:\d]$/.test(name) ? {} : { servername: name }) }, () => {
      socket.destroy()
      resolve(null)
    })
    socket.on('error', (error) => resolve(error.message))
  })

describe('an authority with constraints', () => {
  it.for(PERMITTED)('signs for %s', async (name) => {
    expect(await serving(name, (port) => nodeError(port, name))).toBeNull()
  })

  it.for(OTHERS)('is refused for %s', async (name) => {
    expect(await serving(name, (port) => nodeError(port, name))).toBe('permitted subtree violation')
  })

  it.skipIf(!has('openssl', 'version'))('is read by OpenSSL as critical, and by its strict rules', async () => {
    const text = outputSync('openssl', ['x509', '-in', file, '-noout', '-text']).toString()
    expect(text).toMatch(
      /X509v3 Name Constraints: critical\s+Permitted:\s+DNS:localhost\s+IP:127\.0\.0\.0\/255\.0\.0\.0/,
    )
    for (const [name, permitted] of [
      ...PERMITTED.map((each) => [each, true]),
      ...OTHERS.map((each) => [each, false]),
    ]) {
      const leaf = join(folder, 'leaf.pem')
      await writeFile(leaf, serverKeyOf(String(name)).cert)
      const words = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', file, leaf]
      expect(launchSync('openssl', words).code === 0, String(name)).toBe(permitted)
    }
  })
})

/** Programs that fetch a URL and trust one file, and what names a port of this machine as a host. */
const PROGRAMS: [string, readonly string[], (url: URL) => readonly string[]][] = [
  [
    'curl',
    ['--version'],
    (url) => ['-sS', '--resolve', `${url.hostname}:${url.port}:127.0.0.1`, '--cacert', file, url.href],
  ],
  [
    'python3',
    ['-c', 'import ssl'],
    (url) => [
      '-c',
      `import socket, ssl
with socket.create_connection(('127.0.0.1', ${url.port})) as plain:
    ssl.create_default_context(cafile='${file}').wrap_socket(plain, server_hostname='${url.hostname}').close()`,
    ],
  ],
]

describe.for(PROGRAMS)('%s', ([program, probe, parameters]) => {
  it.skipIf(!has(program, ...probe))('trusts the hosts of the run, and no others', async () => {
    const statusOf = (name: string): Promise<number> =>
      serving(name, async (port) => (await launch(program, parameters(new URL(`https://${name}:${port}/`)))).code)
    expect(await statusOf('localhost')).toBe(0)
    expect(await statusOf('api.github.com')).toBe(0)
    expect(await statusOf('api.stripe.com')).not.toBe(0)
  })
})

// Of the clients of GnuTLS, wget is the one that is installed most often; it names no host but that of its URL.
it.skipIf(!has('wget', '--version'))('wget trusts this machine, and no certificate for another host', async () => {
  const statusOf = (certified: string): Promise<number> =>
    serving(certified, async (port) => {
      const words = ['-qO-', '--no-hsts', `--ca-certificate=${file}`, `https://127.0.0.1:${port}/`]
      return (await launch('wget', words)).code
    })
  expect(await statusOf('127.0.0.1')).toBe(0)
  expect(await statusOf('10.0.0.1')).not.toBe(0)
})

describe('the stored authority', () => {
  const constraintsOf = (cert: string): string =>
    outputSync('openssl', ['x509', '-noout', '-text'], { input: cert }).toString()

  it.skipIf(!has('openssl', 'version'))('signs for this machine only, for a month', async () => {
    const { cert } = await certificateAuthority()
    const permitted =
      /Name Constraints: critical\s+Permitted:([\s\S]*?)\n\s+X509v3/.exec(constraintsOf(cert))?.[1] ?? ''
    expect(permitted.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))).toEqual([
      'DNS:localhost',
      'IP:127.0.0.0/255.0.0.0',
      'IP:0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF',
    ])
    const { validFrom, validTo } = new X509Certificate(cert)
    expect(Date.parse(validTo) - Date.parse(validFrom)).toBeLessThanOrEqual(30 * DAY)
  })

  it.skipIf(!has('openssl', 'version'))('signs for the hosts in use in the programs of a run, for a week', async () => {
    const { runCertificate } = await interceptionAuthority()
    const cert = runCertificate(['api.github.com', 'amazonaws.com'])
    expect(constraintsOf(cert)).toMatch(/DNS:localhost[\s\S]*DNS:api\.github\.com\s+DNS:amazonaws\.com/)
    const { validFrom, validTo } = new X509Certificate(cert)
    expect(Date.parse(validTo) - Date.parse(validFrom)).toBeLessThanOrEqual(7 * DAY)
  })

  it('is renewed with its key before it expires, and when it is valid for too long', async () => {
    vi.stubEnv('TMPDIR', folder)
    try {
      const { key, file: stored, cert } = await certificateAuthority()
      for (const [name, days] of [
        ['backlot test authority', 9],
        ['backlot test authority', 365],
        ['of another version', 30],
      ] as const) {
        const old = authorityCertificate({ key, name }, { days, permitted: null })
        await writeFile(join(dirname(stored), 'ca.pem'), old)
        const renewed = await certificateAuthority()
        expect(renewed.key).toBe(key)
        expect([cert, old]).not.toContain(renewed.cert)
        expect(await readFile(stored, 'utf8')).toBe(renewed.cert)
        expect(await certificateAuthority()).toEqual(renewed)
      }
    } finally {
      vi.unstubAllEnvs()
    }
  })
})
