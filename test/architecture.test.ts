import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = new URL('../src', import.meta.url).pathname

interface Arrow {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

/** Every import of a project file by another, as paths below src. Tests may import what they like. */
function arrows(): Arrow[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !file.startsWith('testkit/'))
    .flatMap((from) => {
      const source = readFileSync(join(SRC, from), 'utf8')
      const imports = source.matchAll(
        /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/gm,
      )
      return [...imports].map(([, type, named, dynamic]) => ({
        from,
        to: relative(SRC, join(SRC, dirname(from), named ?? dynamic ?? '')),
        typeOnly: type !== undefined,
      }))
    })
}

const all = arrows()
const room = (path: string): string => path.split('/')[0] ?? ''
const offending = (wrong: (arrow: Arrow) => boolean): string[] =>
  all.filter(wrong).map(({ from, to }) => `${from} imports ${to}`)

describe('the house', () => {
  it('is read by this test', () => {
    expect(all.length).toBeGreaterThan(200)
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
