import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let bundle: string
let cwd: string
const children: ChildProcess[] = []

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'backlot-bin-'))
  // Beside node_modules, so that the dependencies are found.
  bundle = join(await mkdtemp(join(process.cwd(), 'node_modules', '.backlot-bin-')), 'cli.mjs')
  await build({
    entryPoints: ['src/cli.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

afterAll(() => rm(join(bundle, '..'), { recursive: true }))

function backlot(...argv: string[]) {
  const { BACKLOT_PORT: _, PORT: __, ...env } = process.env
  const child = spawn(process.execPath, [bundle, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

describe('the backlot program', () => {
  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('serves until %s, even with connections open, and exits with %i', async (signal, code) => {
    const child = backlot('--service', 'codehost', '--port', '0')
    const exited = once(child, 'exit')
    const [line] = await once(child.stdout, 'data')
    const [, id, url] = /^(\S+) (\S+)\n$/.exec(String(line)) ?? []
    expect(id).toBe('codehost')
    expect((await fetch(`${url}/meta`)).status).toBe(200)
    child.kill(signal)
    expect(await exited).toEqual([code, null])
  })

  it('saves a change that it has just answered, and exits with 0 after SIGTERM', async () => {
    const child = backlot('--service', 'mail', '--port', '0', '--persist', 'state.json')
    const exited = once(child, 'exit')
    const [line] = await once(child.stdout, 'data')
    const [, url] = /^mail (\S+)\n$/.exec(String(line)) ?? []
    const headers = { authorization: 'Bearer re_dev_token', 'content-type': 'application/json' }
    const created = await fetch(`${url}/audiences`, { method: 'POST', headers, body: '{"name":"Readers"}' })
    expect(created.status).toBe(201)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(await readFile(join(cwd, 'state.json'), 'utf8')).toContain('Readers')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('leaves no file of a large upload after %s', async (signal) => {
    const child = backlot('--service', 'cloud', '--port', '0')
    const exited = once(child, 'exit')
    const [line] = await once(child.stdout, 'data')
    const [, url] = /^cloud (\S+)\n$/.exec(String(line)) ?? []
    expect((await fetch(`${url}/uploads/large`, { method: 'PUT', body: Buffer.alloc(20_000_000) })).status).toBe(200)
    const spooled = async () => (await readdir(tmpdir())).filter((name) => name.includes(`-${child.pid}-`))
    expect(await spooled()).toHaveLength(1)
    child.kill(signal)
    await exited
    expect(await spooled()).toEqual([])
  })

  it('exits with 1 and one readable line for a wrong seed', async () => {
    await writeFile(join(cwd, 'ci.yaml'), 'codehost:\n  repo: []\n')
    const child = backlot('--seed', 'ci.yaml', '--port', '0')
    const [exit, errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect(exit).toEqual([1, null])
    expect(errors).toBe('ci.yaml:2:3 codehost.repo: unknown key, did you mean "repos"?\n')
  })

  it('lists only the services that exist', async () => {
    const child = backlot('list')
    expect(await text(child.stdout)).toMatch(/^(?:\S+ :\d+\n)+$/)
  })
})
