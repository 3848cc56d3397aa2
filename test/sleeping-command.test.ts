import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registry } from '../src/registry.ts'

// The built command: only there the facts about an earlier start are known.

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

/** Tells which modules of the package the process has loaded, at each SIGUSR2. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module'
  import { readFileSync, writeFileSync } from 'node:fs'
  process.on('SIGUSR2', () => {
    const { cache } = createRequire(${JSON.stringify(cli)})
    const text = Object.keys(cache).filter((file) => file.includes('/dist/')).map((file) => readFileSync(file, 'utf8'))
    process.stderr.write(text.join('').includes('function respondToNode(') ? 'AWAKE' : 'ASLEEP')
  })`)}`

let cwd: string
let temporary: string
const children: ChildProcess[] = []
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'backlot-asleep-'))
  temporary = mkdtempSync(join(tmpdir(), 'backlot-facts-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of [cwd, temporary]) rmSync(folder, { recursive: true, force: true })
})

/** Starts the command in the project, with a folder of its own for what it keeps. */
function start(...argv: string[]) {
  const { BACKLOT_PORT: _, PORT: __, ...env } = process.env
  const child = spawn(process.execPath, ['--import', TELLING, cli, ...argv], {
    cwd,
    env: { ...env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

/** Runs the command until it listens; resolves with the URLs by the ids of the services. */
async function backlot(...argv: string[]) {
  const child = start('--port', '0', ...argv)
  let errors = ''
  child.stderr.on('data', (data: Buffer) => (errors += String(data)))
  const [lines] = await once(child.stdout, 'data')
  const urls = new Map([...String(lines).matchAll(/^(\S+) (http:\S+)$/gm)].map(([, id = '', url = '']) => [id, url]))
  return {
    urls,
    errors: () => errors,
    async isAwake(): Promise<boolean> {
      errors = ''
      child.kill('SIGUSR2')
      await expect.poll(() => errors).toMatch(/AWAKE|ASLEEP/)
      return errors.includes('AWAKE')
    },
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      return exited
    },
  }
}

const config = (login: string): void =>
  writeFileSync(join(cwd, 'backlot.config.yaml'), `codehost:\n  users: [{ login: ${login} }]\n`)

const userOf = async (url = ''): Promise<unknown> => (await fetch(`${url}/users/ada`)).status

describe('the command, where a start of the services is known', () => {
  it('makes the instance of a service for its first request, and ends without the others', async () => {
    const running = await backlot()
    expect([...running.urls.keys()]).toEqual(registry.map(({ id }) => id))
    await expect.poll(running.errors).toContain('token: dev_token\n')
    await expect.poll(running.errors).toContain('GITHUB_TOKEN=dev_token')
    expect(await running.isAwake()).toBe(false)
    const headers = { authorization: 'Bearer dev_token' }
    const user = await fetch(`${running.urls.get('codehost')}/user`, { headers })
    expect(await user.json()).toMatchObject({ login: 'octocat' })
    expect(await running.isAwake()).toBe(true)
    expect(await running.end()).toEqual([0, null])
  })

  it('shows all services in the inspector of one', async () => {
    const { urls } = await backlot('--service', 'codehost,mail,oidc-b')
    const instances = (await (await fetch(`${urls.get('mail')}/_backlot/instances`)).json()) as { url: string }[]
    expect(new Set(instances.map(({ url }) => url))).toEqual(new Set(urls.values()))
  })

  it('writes the hint at a refused request', async () => {
    const { urls, errors } = await backlot('--service', 'codehost')
    await fetch(`${urls.get('codehost')}/user`, { headers: { authorization: 'Bearer unknown_token' } })
    await expect.poll(errors).toContain('backlot: ')
  })

  it('sleeps from the second start with a seed on, and starts anew with a changed one', async () => {
    config('ada')
    const first = await backlot('--service', 'codehost')
    expect(await first.isAwake()).toBe(true)
    expect(await userOf(first.urls.get('codehost'))).toBe(200)
    await first.end()
    const second = await backlot('--service', 'codehost')
    expect(await second.isAwake()).toBe(false)
    expect(await userOf(second.urls.get('codehost'))).toBe(200)
    await second.end()
    config('bob')
    const third = await backlot('--service', 'codehost')
    expect(await third.isAwake()).toBe(true)
    expect(await userOf(third.urls.get('codehost'))).toBe(404)
  })

  it('tells of a mistake in a changed seed before anything listens', async () => {
    config('ada')
    await (await backlot('--service', 'codehost')).end()
    config('ada, names: x')
    const child = start('--service', 'codehost', '--port', '0')
    const [exit, errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect(exit).toEqual([1, null])
    expect(errors).toContain('backlot.config.yaml:2:')
  })

  it('opens no port when one is in use', async () => {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      const child = start('--service', 'codehost', '--port', String(port))
      const [exit, errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
      expect(exit).toEqual([1, null])
      expect(errors).toBe(`backlot: port ${port} is in use (codehost): pass --port, or stop the other process\n`)
    } finally {
      server.close()
    }
  })

  it.each([['--https'], ['--one-port', '0'], ['--persist', 'state.json'], ['--host', '127.0.0.1']])(
    'has instances from the beginning with %s',
    async (...flags) => {
      const child = start('--service', 'codehost', ...(flags[0] === '--one-port' ? [] : ['--port', '0']), ...flags)
      await once(child.stdout, 'data')
      let told = ''
      child.stderr.on('data', (data: Buffer) => (told += String(data)))
      child.kill('SIGUSR2')
      await expect.poll(() => told).toContain('AWAKE')
    },
  )
})

it('the package has the facts about the starter seed of every service', () => {
  const file = fileURLToPath(new URL('../dist/starter-facts.json', import.meta.url))
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(registry.map(({ id }) => id))
})
