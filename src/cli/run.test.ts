import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { registry } from '../registry.ts'
import { freePort } from '#testkit/free-port.ts'
import { notes } from '#testkit/notes.ts'
import { run } from './run.ts'
import type { Surroundings } from './surroundings.ts'

const memos = { ...notes, id: 'memos', port: 4901, env: () => ({ MEMOS: "it's here" }) }
const services = [notes, memos].map((service) => ({ id: service.id, port: service.port, load: async () => service }))
const ids = registry.map(({ id }) => id).join(', ')

/** A run of the command that can be watched and ended. */
interface Running {
  readonly done: Promise<number>
  /** Resolves with standard output once there is some, or when the command ended. */
  readonly started: Promise<string>
  output(): string
  errors(): string
  end(signal: 'SIGINT' | 'SIGTERM'): void
}

const running: Running[] = []

afterEach(async () => {
  for (const each of running.splice(0)) {
    each.end('SIGTERM')
    await each.done
  }
})

function backlot(argv: string[], surroundings: Partial<Surroundings> = {}): Running {
  const { promise: stopped, resolve: end } = withResolvers<'SIGINT' | 'SIGTERM'>()
  const { promise: started, resolve: hasStarted } = withResolvers<string>()
  const [output, errors]: string[][] = [[], []]
  const done = run(argv, {
    cwd: tmpdir(),
    env: {},
    version: '1.2.3',
    services,
    isTerminal: false,
    openBrowser: () => undefined,
    stopped,
    ...surroundings,
    stdout: (text) => {
      output?.push(text)
      hasStarted(text)
    },
    stderr: (text) => void errors?.push(text),
  })
  void done.then(() => hasStarted(''))
  const each = { done, started, end, output: () => output?.join('') ?? '', errors: () => errors?.join('') ?? '' }
  running.push(each)
  return each
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

async function finished(argv: string[], surroundings: Partial<Surroundings> = {}) {
  const each = backlot(argv, surroundings)
  return { code: await each.done, output: each.output(), errors: each.errors() }
}

async function project(files: Record<string, string> = {}): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'backlot-cli-'))
  await mkdir(join(cwd, '.backlot'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  return cwd
}

/** A server at a port; undefined when another has it. */
async function hold(port: number): Promise<Server | undefined> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  return isFree ? server : undefined
}

async function release(server: Server | undefined): Promise<void> {
  await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)))
}

describe('backlot', () => {
  it('starts each service and tells a script its id and URL', async () => {
    const each = backlot(['--port', '0'])
    const lines = (await each.started).trimEnd().split('\n')
    expect(lines.map((line) => line.replace(/\d+$/, '0'))).toEqual([
      'notes http://127.0.0.1:0',
      'memos http://127.0.0.1:0',
    ])
    expect(each.errors()).toMatch(
      /^each service's starter, as there is no backlot\.config\.yaml .*; token: dev_token\n$/,
    )
    const response = await fetch(`${lines[0]?.split(' ')[1]}/notes`)
    expect(await response.json()).toMatchObject([{ title: 'Buy milk' }])
  })

  it.each([
    ['a person, in the summary', true],
    ['a log, beside what a script reads', false],
  ])('names the keys of each service to %s', async (_reader, isTerminal) => {
    const keyed = { ...notes, id: 'keyed', env: () => ({ KEYED_API_KEY: 'key_test_1', KEYED_CONTROL_TOKEN: 'no' }) }
    const each = backlot(['-p0'], {
      isTerminal,
      cwd: await project(),
      services: [{ id: 'keyed', port: keyed.port, load: async () => keyed }],
    })
    const text = await each.started
    const [named, other] = isTerminal ? [text, each.errors()] : [each.errors(), text]
    expect(named).toMatch(/keys and tokens of the seed:\n +keyed {2}KEYED_API_KEY=key_test_1\n/)
    expect(named).not.toMatch(/keyed {2}.*CONTROL_TOKEN/)
    expect(other).not.toContain('key_test_1')
  })

  it('tells a person the URLs, the seed and the variables to copy', async () => {
    const cwd = await project({ 'backlot.config.yaml': 'notes:\n  users: [{ login: bob }]\n' })
    const port = await freePort()
    const each = backlot(['-s', 'notes', '-p', String(port)], { isTerminal: true, cwd })
    expect(await each.started).toBe(
      [
        'backlot 1.2.3',
        '',
        `  notes  http://127.0.0.1:${port}  Notes`,
        '',
        '  seed: backlot.config.yaml',
        '',
        `  export NOTES_API_BASE=http://127.0.0.1:${port}`,
        '',
        'Ctrl-C ends it.',
        '',
      ].join('\n'),
    )
    expect(each.errors()).toBe('')
  })

  it('tells a person that the starter seed is used, and quotes what a shell would change', async () => {
    const each = backlot(['--service=memos', '-p0'], { isTerminal: true, cwd: await project() })
    const text = await each.started
    expect(text).toContain("  seed: each service's starter, as there is no backlot.config.yaml")
    expect(text).toContain('token: dev_token')
    expect(text).toContain(String.raw`  export MEMOS='it'\''s here'`)
  })

  it.each([
    ['--port', ['--port', 'BASE'], {}],
    ['BACKLOT_PORT', [], { BACKLOT_PORT: 'BASE', PORT: '1' }],
    ['PORT', [], { BACKLOT_PORT: '', PORT: 'BASE' }],
    ['--port before BACKLOT_PORT', ['-pBASE'], { BACKLOT_PORT: '1' }],
  ])('gives the first named service the port of %s, each further one the next', async (_what, argv, env) => {
    const port = await freePort()
    const fill = (text: string): string => text.replace('BASE', String(port))
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]))
    const each = backlot(['-s', 'memos, notes', ...argv.map(fill)], { env: variables })
    expect(await each.started).toBe(`memos http://127.0.0.1:${port}\nnotes http://127.0.0.1:${port + 1}\n`)
  })

  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('frees its ports on %s and exits with %i', async (signal, code) => {
    const port = await freePort()
    const each = backlot(['-s', 'notes', '-p', String(port)])
    await each.started
    each.end(signal)
    expect(await each.done).toBe(code)
    await expect(fetch(`http://127.0.0.1:${port}/notes`)).rejects.toThrow('fetch failed')
  })

  it('starts nothing when a port is taken, and names the port, the service and the way out', async () => {
    const port = (await freePort()) + 1
    const holder = await hold(port)
    onTestFinished(() => release(holder))
    const { code, output, errors } = await finished(['-s', 'memos,notes', '-p', String(port - 1)])
    expect({ code, output, errors }).toEqual({
      code: 1,
      output: '',
      errors: `backlot: port ${port} is in use (notes): pass --port, or stop the other process\n`,
    })
    await expect(fetch(`http://127.0.0.1:${port - 1}/notes`)).rejects.toThrow('fetch failed')
  })

  it('starts nothing with a wrong seed, and tells each mistake once', async () => {
    const text = 'tokens:\n  t: { login: bob, scopes: [] }\nnotes:\n  users: [{ login: ada }]\n  usrs: []\n'
    const cwd = await project({ 'ci.yaml': text, 'two.yaml': 'notes: {}\nnotes: {}\n' })
    const seed = join(cwd, 'ci.yaml')
    expect(await finished(['-s', 'notes', '--port', '0', '--seed', 'ci.yaml'], { cwd })).toEqual({
      code: 1,
      output: '',
      errors: `${seed}:5:3 notes.usrs: unknown key, did you mean "users"?\n`,
    })
    expect((await finished(['--port', '0', '--seed', 'two.yaml'], { cwd })).errors).toBe(
      `${join(cwd, 'two.yaml')}:2:1 notes: duplicate key, the first is on line 1\n`,
    )
    expect(await finished(['--seed', 'no.yaml'], { cwd })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/no\.yaml: no such seed file/),
    })
  })

  it('tells a contradiction within the seed', async () => {
    const cwd = await project({
      '.backlot/backlot.config.json': '{"notes": {"notes": [{"title": "x", "owner": "ada"}]}}',
    })
    const { code, errors } = await finished(['-s', 'notes', '-p0'], { cwd })
    expect(code).toBe(1)
    expect(errors).toBe(
      `${join(cwd, '.backlot/backlot.config.json')}:1:46 notes.notes[0].owner: no user has the login "ada"\n`,
    )
  })

  it('advertises the base URL with the id of each service', async () => {
    const each = backlot(['-p0', '--base-url', 'https://{service}.example.com/', '--allow-webhook-host', 'a.example'])
    expect(await each.started).toBe('notes https://notes.example.com\nmemos https://memos.example.com\n')
  })

  it.each([
    [['--prot', '1'], 'unknown flag --prot, did you mean --port?'],
    [['-x'], 'unknown flag -x (see backlot --help)'],
    [['--no-seed'], 'unknown flag --no-seed (see backlot --help)'],
    [['lst'], 'unknown command "lst", did you mean list?'],
    [['go'], 'unknown command "go" (see backlot --help)'],
    [['init', 'notes'], 'unexpected "notes" after init: services are named with --service'],
    [['list', 'all'], 'unexpected "all" after list'],
    [['list', '--port', '1'], 'backlot list takes no --port'],
    [['--version=yes'], '--version takes no value, got "yes"'],
    [['--port'], '--port needs a value'],
    [['--seed='], '--seed needs a value'],
    [['-p', '--seed', 'x'], '-p needs a value, got "--seed"'],
    [['-p', '80a'], '--port: expected a whole number from 0 to 65535, got "80a"'],
    [['--port=-1'], '--port: expected a whole number from 0 to 65535, got "-1"'],
    [['-p', '65535'], '--port: 2 ports from 65535 on go beyond 65535'],
    [['-s', ','], '--service needs an id: notes, memos'],
    [['-s', 'notes,notes'], '--service: notes is named twice'],
    [['-s', 'codehots'], `codehots: unknown service, did you mean "codehost"? (available: ${ids})`],
    [['-s', 'slack'], `slack: unknown service, did you mean "chat"? (available: ${ids})`],
    [['init', '-s', 'github'], `github: unknown service, did you mean "codehost"? (available: ${ids})`],
    [['--base-url', 'example'], '--base-url: expected a URL such as https://{service}.example.com, got "example"'],
    [
      ['--allow-origin', 'https://app.test/'],
      '--allow-origin: expected an origin such as https://app.test, got "https://app.test/"',
    ],
    [
      ['--allow-webhook-host', 'https://app.test'],
      '--allow-webhook-host: expected a host such as example.test, got "https://app.test"',
    ],
    [
      ['--base-url', 'http://x'],
      "--base-url: 2 services can't share http://x: put {service} in it, or name one --service",
    ],
  ])('refuses %j', async (argv, complaint) => {
    expect(await finished(argv)).toEqual({ code: 1, output: '', errors: `backlot: ${complaint}\n` })
  })

  it('refuses a port of the environment that is none, by the name of the variable', async () => {
    expect((await finished([], { env: { PORT: 'http' } })).errors).toBe(
      'backlot: PORT: expected a whole number from 0 to 65535, got "http"\n',
    )
  })

  it('says on standard error what an address of the network opens, with the token of the control plane', async () => {
    const each = backlot(['-s', 'notes', '-p0', '--host', '0.0.0.0'])
    await each.started
    expect(each.errors()).toMatch(
      /^backlot: notes listens at 0\.0\.0\.0: everybody who reaches it can act as every user of its seed; its control plane requires the token [0-9a-f]{32} \(NOTES_CONTROL_TOKEN\)$/m,
    )
  })

  it('tells that an address is not of this machine', async () => {
    expect((await finished(['-s', 'notes', '-p0', '--host', '192.0.2.1'])).errors).toBe(
      "backlot: notes can't listen at 192.0.2.1 (EADDRNOTAVAIL): pass another --host or --port\n",
    )
  })
})

describe('backlot list', () => {
  it('prints a line for each service', async () => {
    expect(await finished(['list'])).toEqual({ code: 0, output: 'notes :4900\nmemos :4901\n', errors: '' })
  })
})

describe('backlot ca', () => {
  it('prints the path of the certificate that --https is trusted by', async () => {
    const { code, output } = await finished(['ca'])
    expect([code, await readFile(output.trim(), 'utf8')]).toEqual([0, expect.stringContaining('BEGIN CERTIFICATE')])
    const each = backlot(['-p0', '-s', 'notes', '--https'])
    expect(await each.started).toMatch(/^notes https:/)
  })
})

describe('backlot init', () => {
  it('prints a starter for all services, or for those named', async () => {
    const all = await finished(['init'])
    expect(all.output).toMatch(/^# yaml-language-server: \$schema=\.\/node_modules\/backlot\/schema\.json\n/)
    expect(all.output).toMatch(/^notes:\n/m)
    expect(all.output).toMatch(/^memos:\n/m)
    const one = await finished(['init', '--service', 'memos'])
    expect(one).toMatchObject({ code: 0, errors: '' })
    expect(one.output).not.toMatch(/^notes:\n/m)
  })

  it('prints what backlot starts with', async () => {
    const { output } = await finished(['init'], { services: registry })
    const cwd = await project({ 'backlot.config.yaml': output })
    const each = backlot(['-p0'], { services: registry, cwd })
    const url = /^codehost (.+)$/m.exec(await each.started)?.[1]
    const headers = { authorization: 'Bearer dev_token' }
    const response = await fetch(`${url}/repos/octocat/hello-world/labels`, { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-oauth-scopes')).toContain('repo')
  })
})

describe('backlot --help and --version', () => {
  it('show the flags of the command that is named', async () => {
    const { code, output, errors } = await finished(['--help'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    for (const text of ['-s, --service=<id,…>', '--allow-webhook-host=<host>', 'init', 'list', 'BACKLOT_PORT', '130']) {
      expect(output).toContain(text)
    }
    for (const command of ['init', 'list', 'ca']) {
      expect(output).toMatch(new RegExp(`^USAGE .*\\b${command}\\b`, 'm'))
      expect(output).toMatch(new RegExp(`^ +${command} +\\w`, 'm'))
    }
    expect((await finished(['init', '-h'])).output).not.toContain('--port')
    expect((await finished(['lst', '-h', '--nope'])).code).toBe(0)
  })

  it('show the version', async () => {
    expect(await finished(['-v'])).toEqual({ code: 0, output: '1.2.3\n', errors: '' })
  })
})

describe('--open', () => {
  it.each([
    { options: [], hash: /^$/, shown: ['notes', 'memos'] },
    { options: ['--one-port', '0'], hash: /^$/, shown: ['notes', 'memos'] },
    // The token of a service gives access to no other.
    { options: ['--host', '0.0.0.0'], hash: /^#token=\S{20,}$/, shown: ['notes'] },
  ])('opens the inspector of the first service once all answer, with $options', async ({ options, hash, shown }) => {
    const opened: string[] = []
    const ports = options.includes('--one-port') ? options : ['--port', '0', ...options]
    const each = backlot(['--service', 'notes,memos', ...ports, '--open'], {
      openBrowser: (url) => opened.push(url),
    })
    await each.started
    expect(opened).toEqual([expect.stringMatching(/\/_backlot\/(#|$)/)])
    const url = new URL(opened[0] ?? '')
    expect(url.hash).toMatch(hash)
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<title>backlot</title>')
    const token = new URLSearchParams(url.hash.slice(1)).get('token')
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    const instances = await fetch(new URL('instances', url), { headers })
    expect(await instances.json()).toMatchObject(shown.map((service) => ({ service })))
  })

  it('opens nothing where it is not asked to', async () => {
    const opened: string[] = []
    await backlot(['--service', 'notes', '--port', '0'], { openBrowser: (url) => opened.push(url) }).started
    expect(opened).toEqual([])
  })
})
