import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { launchSync, outputSync } from '#testkit/launch.ts'
import { notes } from '#testkit/notes.ts'
import { json } from '../answer.ts'
import { routesFor } from '../routes.ts'
import { defineService } from '../define-service.ts'
import type { CallOf } from '../service.ts'
import { removeSpools, Spool, type SpooledFile } from './spool.ts'

type NotesCall = CallOf<(typeof notes)['collections'], { name: string }>
const { put } = routesFor<NotesCall>()

const seen: SpooledFile[] = []
let waiting: Promise<void> = Promise.resolve()
const service = defineService({
  ...notes,
  id: 'spooling',
  spoolAbove: 100_000,
  routes: [
    put('put', '/keep', async (call) => {
      const { file } = call
      if (file === null) return json({ size: call.bytes.length, file: false })
      seen.push(file)
      call.keepFile(file)
      return json({ size: file.size, file: true, bytes: (await readFile(file.path)).equals(pattern(file.size)) })
    }),
    put('collect', '/collect', async (call) => {
      const file = await call.spool(late(), 10)
      if (!('path' in file)) throw new Error('it is no file')
      seen.push(file)
      return json({ there: existsSync(file.path) })
    }),
    put('wait', '/wait', async (call) => {
      if (call.file !== null) seen.push(call.file)
      await waiting
      if (call.file !== null) call.keepFile(call.file)
      return json({})
    }),
    put('look', '/look', ({ file }) => {
      if (file !== null) seen.push(file)
      return json({ there: file !== null && existsSync(file.path) })
    }),
  ],
})
const pattern = (size: number): Buffer<ArrayBuffer> => Buffer.alloc(size, 'backlot ')
async function* late() {
  await new Promise((resolve) => setImmediate(resolve))
  yield Buffer.alloc(20)
}
const start = async () => {
  seen.length = 0
  return createEmulator({ service, port: 0 })
}
const upload = async (url: string, path: string, size: number) =>
  (await fetch(url + path, { method: 'PUT', body: pattern(size) })).json()

it('holds no more of a file in memory than its first 256 KiB', async () => {
  const spool = new Spool()
  const taken = await spool.take(Readable.from([pattern(300_000), pattern(300_000)]), 500_000)
  spool.close()
  const { head } = taken as SpooledFile // it is larger than the limit
  expect(
    pattern(300_000)
      .subarray(0, 256 * 1024)
      .equals(head),
  ).toBe(true)
  expect(head.buffer.byteLength).toBe(256 * 1024)
})

it('holds a body in memory up to the limit, and above it in a file, byte for byte', async () => {
  await using emulator = await start()
  expect(await upload(emulator.url, '/keep', 100_000)).toEqual({ size: 100_000, file: false })
  expect(await upload(emulator.url, '/keep', 3_000_001)).toEqual({ size: 3_000_001, file: true, bytes: true })
  const { body, truncated } = emulator.requests[1]?.request ?? {}
  expect([body?.length, truncated]).toEqual([65_536, true])
})

it('writes each of several bodies that arrive at once to a file of its own', async () => {
  const spool = new Spool()
  const body = async function* (byte: number) {
    yield Buffer.alloc(10, byte)
    yield Buffer.alloc(10, byte)
  }
  const taken = await Promise.all([1, 2, 3].map((byte) => spool.take(body(byte), 10)))
  const contents = await Promise.all(taken.map(async (each) => ('path' in each ? readFile(each.path) : each)))
  spool.close()
  expect(contents).toEqual([1, 2, 3].map((byte) => Buffer.alloc(20, byte)))
})

it('leaves no file of a body that is still arriving when it closes', async () => {
  const spool = new Spool()
  const taking = spool.take(late(), 10)
  spool.close()
  const taken = await taking
  expect('path' in taken && existsSync(dirname(taken.path))).toBe(false)
})

it('removes a file after its request unless it was kept', async () => {
  await using emulator = await start()
  expect(await upload(emulator.url, '/look', 200_000)).toEqual({ there: true })
  expect(seen.map(({ path }) => existsSync(path))).toEqual([false])
})

it('removes a file that a handler has collected after its request, unless it was kept', async () => {
  await using emulator = await start()
  expect(await upload(emulator.url, '/collect', 1)).toEqual({ there: true })
  expect(seen.map(({ path }) => existsSync(path))).toEqual([false])
})

it('keeps no file of a request that began before a reset', async () => {
  await using emulator = await start()
  let go = (): void => undefined
  waiting = new Promise((resolve) => (go = resolve))
  const answered = upload(emulator.url, '/wait', 200_000).catch(() => null)
  while (seen.length === 0) await fetch(`${emulator.url}/_backlot/health`)
  emulator.reset()
  go()
  await answered
  expect(seen.map(({ path }) => existsSync(path))).toEqual([false])
})

it('removes kept files at a reset, except those that a snapshot holds, and all files when it closes', async () => {
  const emulator = await start()
  await upload(emulator.url, '/keep', 200_000)
  const snapshot = emulator.snapshot()
  await upload(emulator.url, '/keep', 200_000)
  emulator.reset()
  expect(seen.map(({ path }) => existsSync(path))).toEqual([true, false])
  emulator.restore(snapshot)
  expect(seen.map(({ path }) => existsSync(path))).toEqual([true, false])
  await emulator.close()
  expect(seen.map(({ path }) => existsSync(path))).toEqual([false, false])
})

it('drops a request whose body is cut off, and keeps no file of it', async () => {
  await using emulator = await start()
  const socket = connect(emulator.port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('PUT /keep HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000000\r\n\r\n')
  socket.write(pattern(500_000), () => socket.destroy())
  await closed
  while (emulator.requests[0]?.durationMs == null) await new Promise((resolve) => setImmediate(resolve))
  expect(emulator.requests).toMatchObject([
    { status: null, error: expect.stringMatching(/aborted|closed/) as string, response: { body: null } },
  ])
  expect(seen).toEqual([])
})

it('removes the files of processes that were killed, and of no process that runs', async () => {
  const dead = Number(outputSync(process.execPath, ['-p', 'process.pid']).toString())
  const place = (pid: number | undefined): string =>
    join(tmpdir(), `backlot-spool-${hostname().replaceAll(/[^\w.]/g, '_')}-${pid}-test`)
  const elsewhere = mkdtempSync(join(tmpdir(), 'backlot-test-'))
  mkdirSync(place(dead))
  mkdirSync(place(process.ppid))
  const link = `${place(dead)}-link`
  symlinkSync(elsewhere, link)
  try {
    // A process looks for abandoned directories only when it creates its first file.
    const script = `
      const { Spool } = await import(process.argv[1])
      await new Spool().take((async function* () { yield new Uint8Array(10) })(), 1)
      process.stdout.write(String(process.pid), () => process.kill(process.pid, 'SIGKILL'))`
    const source = await bundled()
    const run = () => launchSync(process.execPath, ['--input-type=module', '-e', script, source]).stdout.toString()
    const killed = run()
    expect([existsSync(place(dead)), existsSync(place(process.ppid)), existsSync(elsewhere)]).toEqual([
      false,
      true,
      true,
    ])
    const left = () => readdirSync(tmpdir()).filter((name) => name.includes(`-${killed}-`))
    expect(left()).toHaveLength(1)
    run()
    expect(left()).toEqual([])
  } finally {
    for (const each of [place(process.ppid), elsewhere, link]) rmSync(each, { recursive: true, force: true })
  }
})

it('makes its directory again when somebody has cleaned up the folder for temporary files', async () => {
  const spool = new Spool()
  const first = await spool.take(late(), 1)
  if (!('path' in first)) throw new Error('it is no file')
  rmSync(dirname(first.path), { recursive: true })
  const [second, third] = await Promise.all([spool.take(late(), 1), spool.take(late(), 1)])
  if (!('path' in second && 'path' in third)) throw new Error('they are no files')
  expect([existsSync(second.path), dirname(second.path)]).toEqual([true, dirname(third.path)])
  spool.close()
})

it('removes the files of every thread of the process at its exit', async () => {
  const spool = new Spool()
  const taken = await spool.take(late(), 1)
  if (!('path' in taken)) throw new Error('it is no file')
  removeSpools()
  expect(existsSync(taken.path)).toBe(false)
  spool.close()
})

/** The spool as a file that Node runs by itself. */
async function bundled(): Promise<string> {
  const { build } = await import('esbuild')
  const outfile = join(mkdtempSync(join(tmpdir(), 'backlot-test-')), 'spool.mjs')
  const entryPoints = [new URL('spool.ts', import.meta.url).pathname]
  await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'silent' })
  return outfile
}
