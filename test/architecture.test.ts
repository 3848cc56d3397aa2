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
function circlesOf(arrows: readonly Arrow[]): string[][] {
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
