import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSubpathImports, sourceOfImport } from '../scripts/build/subpath-imports.ts'

const ROOT = new URL('..', import.meta.url).pathname
const SRC = join(ROOT, 'src')

const subpaths = readSubpathImports(ROOT)

interface Arrow {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

/** Every import of a project file by one of the files of `folder`, type imports included, as paths below `base`. */
function arrowsFrom(folder: string, base: string): Arrow[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const imports = readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)\s+(?:(type\s)?[^'"]*?from\s+)?['"]([.#][^'"]+)['"]|import\(\s*['"]([.#][^'"]+)['"]/gm,
      )
      return [...imports].map(([, type, named, dynamic]) => ({
        from: relative(base, file),
        to: relative(base, join(ROOT, sourceOfImport(subpaths, relative(ROOT, file), named ?? dynamic ?? ''))),
        typeOnly: type !== undefined,
      }))
    })
}

/** The groups of files that reach one another by imports: each is one circle, or several that share files. */
function circlesOf(all: readonly Arrow[]): string[][] {
  // A file that imports nothing, or only such files, is in no circle. Without them few files are left to follow.
  let arrows = all
  for (let left = -1; left !== arrows.length;) {
    left = arrows.length
    const importing = new Set(arrows.map(({ from }) => from))
    arrows = arrows.filter(({ to }) => importing.has(to))
  }
  const imports = new Map<string, string[]>()
  for (const { from, to } of arrows) imports.set(from, [...(imports.get(from) ?? []), to])
  const reached = new Map<string, Set<string>>()
  for (const start of imports.keys()) {
    const found = new Set<string>()
    const open = [start]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const to of imports.get(file) ?? []) {
        if (found.has(to)) continue
        found.add(to)
        open.push(to)
      }
    }
    reached.set(start, found)
  }
  const inCircle = [...reached].filter(([file, found]) => found.has(file)).map(([file]) => file)
  const groups = inCircle.map((file) =>
    inCircle.filter((other) => reached.get(file)?.has(other) === true && reached.get(other)?.has(file) === true),
  )
  return [...new Map(groups.map((group) => [group[0], group])).values()]
}

// Tests may import every file.
const all = arrowsFrom(SRC, SRC).filter(
  ({ from }) => !/\.(test|fixture)\.ts$/.test(from) && !from.startsWith('testkit/'),
)
const everywhere = ['src', 'scripts', 'bench', 'test'].flatMap((folder) => arrowsFrom(join(ROOT, folder), ROOT))
const room = (path: string): string => path.split('/')[0] ?? ''
const offending = (wrong: (arrow: Arrow) => boolean): string[] =>
  all.filter(wrong).map(({ from, to }) => `${from} imports ${to}`)

/** The rooms of a service that a file of each room must not import: see docs/architecture.md. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  routes: ['commands', 'apply-seed', 'webhooks'],
  steps: ['routes', 'json', 'pages', 'commands', 'apply-seed', 'webhooks'],
  rules: ['routes', 'steps', 'json', 'pages', 'commands', 'apply-seed', 'webhooks', 'auth'],
  json: ['routes', 'steps', 'pages', 'commands', 'apply-seed', 'webhooks', 'auth'],
  commands: ['routes', 'steps', 'apply-seed', 'webhooks'],
  graphql: ['routes', 'steps', 'pages', 'commands', 'apply-seed', 'webhooks', 'auth'],
  pages: ['routes', 'commands', 'apply-seed', 'webhooks'],
  'apply-seed': ['routes', 'steps', 'commands', 'pages', 'webhooks'],
  schema: ['routes', 'steps', 'rules', 'json', 'pages', 'commands', 'apply-seed', 'webhooks', 'auth'],
  seed: ['routes', 'steps', 'json', 'pages', 'commands', 'apply-seed', 'webhooks', 'auth'],
}

/** The files at the root of a service, beside generated ones. */
const AT_ROOT = ['index', 'call', 'schema', 'seed', 'hosts', 'errors', 'auth', 'webhooks']

/** The service and the room of a file below `src/`: `rules` for a file in `rules/`, `webhooks` for `webhooks.ts`. */
function roomOf(path: string): { service: string; room: string } | undefined {
  const [, service, room] = /^services\/([^/]+)\/([^/.]+)/.exec(path) ?? []
  return service === undefined || room === undefined ? undefined : { service, room }
}

/** Returns true for an import within one service that the plan of rooms forbids. */
function breaksPlan({ from, to }: Pick<Arrow, 'from' | 'to'>): boolean {
  const [source, target] = [roomOf(from), roomOf(to)]
  if (source === undefined || target === undefined || source.service !== target.service) return false
  return FORBIDDEN[source.room]?.includes(target.room) === true
}

const services = readdirSync(join(SRC, 'services'))

describe('the house', () => {
  it('is read by this test', () => {
    expect(all.length).toBeGreaterThan(2000)
    expect(all.filter(({ to }) => !existsSync(join(SRC, to)))).toEqual([])
  })

  it('has no circle of imports, not of types alone either', () => {
    expect(circlesOf(everywhere)).toEqual([])
  })

  it('would find a circle', () => {
    const arrow = (from: string, to: string): Arrow => ({ from, to, typeOnly: true })
    const arrows = [arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b'), arrow('c', 'd'), arrow('e', 'e')]
    expect(circlesOf(arrows)).toEqual([['b', 'c'], ['e']])
  })

  it('has a core that knows no vendor and nothing above it', () => {
    expect(offending(({ from, to }) => room(from) === 'core' && room(to) !== 'core')).toEqual([])
  })

  it('has one door to the state: core/store.ts', () => {
    const inside = (path: string): boolean => path.startsWith('core/state/')
    expect(offending(({ from, to }) => inside(to) && !inside(from) && from !== 'core/store.ts')).toEqual([])
  })

  it('has services that know core, oauth and pages, and never one another', () => {
    const own = (path: string): string => path.split('/').slice(0, 2).join('/')
    const allowed = ({ from, to }: Arrow): boolean =>
      ['core', 'oauth', 'pages'].includes(room(to)) || own(from) === own(to)
    expect(offending((arrow) => room(arrow.from) === 'services' && !allowed(arrow))).toEqual([])
  })

  it('has an oauth and pages that know no service', () => {
    const shared = ['oauth', 'pages']
    const allowed = [...shared, 'core']
    expect(offending(({ from, to }) => shared.includes(room(from)) && !allowed.includes(room(to)))).toEqual([])
  })

  it('has runners that only bind fixtures to their runner', () => {
    const allowed = ({ from, to, typeOnly }: Arrow): boolean =>
      typeOnly || room(to) === 'fixtures' || dirname(from) === dirname(to)
    expect(offending((arrow) => room(arrow.from) === 'runners' && !allowed(arrow))).toEqual([])
  })

  it('has fixtures that know no runner', () => {
    expect(offending(({ from, to }) => room(from) === 'fixtures' && room(to) === 'runners')).toEqual([])
  })

  it('exits only in the command, and asks the time and chance of nobody but its sources', () => {
    const text = (file: string): string => readFileSync(join(SRC, file), 'utf8')
    const inService = [...new Set(all.map(({ from }) => from))].filter((file) =>
      ['services', 'oauth'].includes(room(file)),
    )
    expect(
      inService.filter((file) => /Date\.now\(|Math\.random\(|randomUUID|randomBytes|new Date\(\)/.test(text(file))),
    ).toEqual([])
    const exits = [...new Set(all.map(({ from }) => from))].filter((file) => /process\.exit\(/.test(text(file)))
    expect(exits.filter((file) => !file.startsWith('cli'))).toEqual([])
  })
})

describe.each(services)('%s', (service) => {
  const base = join(SRC, 'services', service)
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
  )
  const exportsOf = (file: string, name: RegExp): string[] =>
    [...readFileSync(join(base, file), 'utf8').matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)]
      .map(([, exported = '']) => exported)
      .filter((exported) => name.test(exported))
      .map((exported) => `${file}: ${exported}`)
  const inRoom = (file: string, ...rooms: readonly string[]): boolean =>
    rooms.some((room) => file.startsWith(`${room}/`))

  it('keeps at its root what every service has there', () => {
    const root = files.filter((file) => !file.includes('/') && !file.endsWith('.generated.ts'))
    expect(root.filter((file) => !AT_ROOT.includes(file.replace('.ts', '')))).toEqual([])
  })

  it('imports from room to room as the plan allows', () => {
    expect(offending((arrow) => arrow.from.startsWith(`services/${service}/`) && breaksPlan(arrow))).toEqual([])
  })

  it('has its steps in one room', () => {
    expect(files.filter((file) => !inRoom(file, 'steps')).flatMap((file) => exportsOf(file, /^load[A-Z]/))).toEqual([])
    // The resolvers of GraphQL have no steps before them.
    const elsewhere = files.filter((file) => !inRoom(file, 'steps', 'rules', 'graphql'))
    expect(elsewhere.flatMap((file) => exportsOf(file, /^require[A-Z]/))).toEqual([])
  })

  it('imports other rooms by their name', () => {
    const climbing = files.filter((file) =>
      /(?:from|import)\s*\(?\s*'(?:\.\.\/){3}/.test(readFileSync(join(base, file), 'utf8')),
    )
    expect(climbing).toEqual([])
  })
})

describe('the plan of rooms', () => {
  const pairs = Object.entries(FORBIDDEN).flatMap(([room, forbidden]) =>
    forbidden.map((other) => [room, other] as const),
  )

  it.each(pairs)('would find an import of %s that leads to %s', (room, other) => {
    const target = AT_ROOT.includes(other) ? `${other}.ts` : `${other}/b.ts`
    const arrow = { from: `services/mail/${room}/a.ts`, to: `services/mail/${target}` }
    expect(breaksPlan(arrow)).toBe(true)
    expect(breaksPlan({ ...arrow, to: `services/mail/call.ts` })).toBe(false)
    expect(breaksPlan({ ...arrow, to: `core/store.ts` })).toBe(false)
  })

  it('spreads no array of docdb into arguments, which fails for data of some size', () => {
    const files = readdirSync(join(SRC, 'services/docdb'), { recursive: true, encoding: 'utf8' })
    const spreading = files
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(SRC, 'services/docdb', file), 'utf8')
        // A call's first argument, or one behind others; not the parameters of a declaration.
        const found = text.matchAll(/^.*[\w\])]\((?:[^()[\]{}]*,\s*)?\s*\.\.\.(?!\w+: ).*$/gm)
        return Array.from(found, ([line]) => `${file}: ${line.trim()}`)
      })
    expect(spreading).toEqual([])
  })
})
