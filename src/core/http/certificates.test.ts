import { execFile } from 'node:child_process'
import { chmod, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, vi } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { notes } from '#testkit/notes.ts'
import type * as certificates from './certificates.ts'
import { certificateAuthority, interceptionAuthority } from './certificates.ts'

const start = () => createEmulator({ service: notes, port: 0, https: true })

/** Returns the status of a GET by a client that trusts only `ca`. */
function get(url: string, ca: string | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, { ca: ca ?? [], agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end()
  })
}

it('serves a client that trusts its authority, under every name of this machine', async () => {
  await using emulator = await start()
  const ca = await readFile(emulator.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')
  expect(emulator.url).toBe(`https://127.0.0.1:${emulator.port}`)
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await get(`https://${host}:${emulator.port}/notes`, ca), host).toBe(200)
  }
})

it('is refused by a client that does not trust it, and serves the next client', async () => {
  await using emulator = await start()
  await expect(get(`${emulator.url}/notes`, undefined)).rejects.toThrow('certificate')
  const ca = await readFile(emulator.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')
  expect(await get(`${emulator.url}/notes`, ca)).toBe(200)
})

it('is trusted by fetch in a process that was started with NODE_EXTRA_CA_CERTS', async () => {
  await using emulator = await start()
  const script = `fetch('${emulator.url}/notes').then((response) => process.stdout.write(String(response.status)))`
  const env = { ...process.env, ...emulator.env }
  expect((await promisify(execFile)(process.execPath, ['-e', script], { env })).stdout).toBe('200')
})

it('closes a connection for a fault that drops it, and serves the next client', async () => {
  await using emulator = await start()
  const ca = await readFile(emulator.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')
  emulator.faults.add({ connection: 'drop', times: 1 })
  await expect(get(`${emulator.url}/notes`, ca)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await get(`${emulator.url}/notes`, ca)).toBe(200)
})

it('answers plain HTTP on the same port, for the control plane and fixtures', async () => {
  await using emulator = await start()
  expect((await fetch(`http://127.0.0.1:${emulator.port}/_backlot/health`)).status).toBe(200)
})

it('ends connections that have sent no byte when it closes', async () => {
  const emulator = await start()
  const socket = connect(emulator.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const closed = new Promise<boolean>((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  await emulator.close()
  expect(await closed).toBeTypeOf('boolean')
})

it('has one authority for all processes of a user, whose key only this user can read', async () => {
  const [one, other] = await Promise.all([certificateAuthority(), certificateAuthority()])
  expect(other).toEqual(one)
  expect((await stat(dirname(one.file))).mode & 0o077).toBe(0)
})

it('can be enabled in the seed, for all services or for some', async () => {
  for (const [https, scheme] of [
    [true, 'https:'],
    [['notes'], 'https:'],
    [['codehost'], 'http:'],
    [false, 'http:'],
  ] as const) {
    await using emulator = await createEmulator({ service: notes, port: 0, seed: { https: https as true | string[] } })
    expect(new URL(emulator.url).protocol).toBe(scheme)
  }
  const wrong = createEmulator({ service: notes, port: 0, seed: { https: ['codehos'] } })
  await expect(wrong).rejects.toThrow('https[0]: no service is named "codehos", did you mean "codehost"?')
})

it('makes one authority for processes that start at once, and does not change its file afterwards', async () => {
  const place = await mkdtemp(join(tmpdir(), 'backlot-nobody-yet-'))
  vi.stubEnv('TMPDIR', place)
  try {
    const authorities = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { cert, file } = await certificateAuthority()
        return { cert, kept: await readFile(file, 'utf8') }
      }),
    )
    const { cert: now } = await certificateAuthority()
    expect(new Set(authorities.flatMap(({ cert, kept }) => [cert, kept]))).toEqual(new Set([now]))
  } finally {
    vi.unstubAllEnvs()
    await rm(place, { recursive: true, force: true })
  }
})

it.skipIf(userInfo().uid < 0)('follows no symbolic link, and uses no folder that others can read', async () => {
  const place = await mkdtemp(join(tmpdir(), 'backlot-nobody-yet-'))
  vi.stubEnv('TMPDIR', place)
  try {
    const prepared = await certificateAuthority()
    const directory = dirname(prepared.file)
    for (const prepare of ['link', 'open'] as const) {
      const elsewhere = join(place, prepare)
      // The files of another user's authority, whose key this user would sign with.
      await rename(directory, elsewhere)
      const theirs = await readFile(join(elsewhere, 'ca.pem'), 'utf8')
      if (prepare === 'link') await symlink(elsewhere, directory)
      else {
        await rename(elsewhere, directory)
        await chmod(directory, 0o755)
      }
      const { cert, file } = await certificateAuthority()
      expect(cert).not.toBe(theirs)
      expect((await stat(dirname(file))).mode & 0o077).toBe(0)
      expect((await lstat(dirname(file))).isSymbolicLink()).toBe(false)
      if (prepare === 'link') expect((await readdir(elsewhere)).toSorted()).toEqual(['ca-key.pem', 'ca.pem'])
    }
  } finally {
    vi.unstubAllEnvs()
    await rm(place, { recursive: true, force: true })
  }
})

it('signs for intercepted hosts by one authority in a process that loads the package again', async () => {
  const first = await interceptionAuthority()
  const copy = './certificates.ts?copy'
  const again = (await import(copy)) as typeof certificates // the same file
  expect(again.interceptionAuthority).not.toBe(interceptionAuthority)
  expect((await again.interceptionAuthority()).processCertificate).toBe(first.processCertificate)
})
