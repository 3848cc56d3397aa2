import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('..', import.meta.url).pathname

/** A name that a source file declares. */
interface Declared {
  readonly file: string
  readonly name: string
  /** `member` is a property or method of a type; `value` is a parameter, a variable or a property of an object. */
  readonly kind: 'function' | 'type' | 'member' | 'value'
  readonly exported: boolean
  /** The type of a member or a value as the source writes it; empty without one. */
  readonly type: string
}

/** A row of the table in CONTRIBUTING.md that forbids words. */
interface Row {
  readonly word: string
  readonly not: readonly string[]
}

/** Returns the rows whose last column names words. */
function rowsOf(markdown: string): Row[] {
  const table = /## Vocabulary\n[\s\S]*?\n\|---.*\n([\s\S]*?)\n\n/.exec(markdown)?.[1] ?? ''
  return table
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, word = '', , not = '']) => ({ word, not: not.replace(/ which is .*/, '').match(/[\w ]+\b/g) ?? [] }))
    .filter(({ not }) => not.length > 0)
    .map(({ word, not }) => ({ word, not: not.map((name) => name.trim()) }))
}

function kindOf(node: ts.Node): Declared['kind'] | undefined {
  if (ts.isFunctionDeclaration(node)) return 'function'
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) return 'type'
  if (ts.isPropertySignature(node) || ts.isMethodSignature(node)) return 'member'
  if (ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node)) return 'member'
  if (ts.isParameter(node) || ts.isVariableDeclaration(node)) return 'value'
  return undefined
}

/** Returns true for a declaration with `export`; that of a constant is two levels up. */
function isExported(node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  return ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.[0]?.kind === ts.SyntaxKind.ExportKeyword
}

/** Returns every name that a source text declares. */
function declaredIn(file: string, text: string): Declared[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Declared[] = []
  const visit = (node: ts.Node): void => {
    const kind = kindOf(node)
    if (kind !== undefined) {
      const { name, type } = node as ts.ParameterDeclaration // every kind has a name, and may have a type
      if (name !== undefined && ts.isIdentifier(name)) {
        found.push({ file, name: name.text, kind, exported: isExported(node), type: type?.getText(source) ?? '' })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Finds = (declared: Declared, word: string) => boolean

const inRoom = ({ file }: Declared, room: string): boolean => file.includes(`/${room}/`)
const inService = ({ file }: Declared): boolean => file.startsWith('services/')
/** The words of a name: `findRepo` has `find` and `repo`. */
const words = (name: string): string[] => name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
const hasWord = ({ name }: Declared, word: string): boolean => words(name).includes(word.toLowerCase())
const beginsWith = ({ name }: Declared, word: string): boolean =>
  name.startsWith(word) && !/^[a-z]/.test(name.slice(word.length))

const inSteps: Finds = (declared, word) => declared.exported && inRoom(declared, 'steps') && beginsWith(declared, word)
const endsType: Finds = ({ kind, name }, word) => kind === 'type' && name.endsWith(word)
const namesFunction: Finds = (declared, word) => declared.kind === 'function' && beginsWith(declared, word)
const anywhere: Finds = hasWord

/** Where the words of each row are wrong: elsewhere they are plain English, or the vendor's. */
const WRONG: Readonly<Record<string, Finds>> = {
  '`applySeed`, `seedUser`': anywhere,
  '`load…` (step)': inSteps,
  '`require…` (step or function)': inSteps,
  '`can…`, `is…`, `has…`': namesFunction,
  '`emit…`': (declared, word) => inRoom(declared, 'rules') && namesFunction(declared, word),
  '`…Input`': endsType,
  '`…Json`, `…Xml`': (declared, word) =>
    // `simpleUserJson` is the vendor's "simple user".
    declared.exported && inRoom(declared, 'json') && declared.name.toLowerCase().endsWith(word),
  '`pageOf`, `answerPage`, `pageJson`': (declared, word) =>
    declared.exported && declared.kind === 'function' && declared.name === word,
  '`runsIn`': ({ name, type }, word) => name === word && type.includes("'thread'"),
  '`…Context`': endsType,
  '`kind`': ({ name, type }, word) => name === word && /^'[^']*'/.test(type),
  '`match`': anywhere,
  '`clientGone`': ({ name, type }, word) => name === word && type.includes('AbortSignal'),
  principal: (declared, word) => inService(declared) && hasWord(declared, word),
  'interceptor, layer': (declared, word) => declared.file.startsWith('intercept/') && hasWord(declared, word),
  'steer, pass, refuse': (declared, word) => declared.file.startsWith('intercept/') && hasWord(declared, word),
  'protocol handler': anywhere,
  'vendor host': ({ file, name }, word) =>
    /^(?:core|intercept)\//.test(file) &&
    words(name)
      .join(' ')
      .includes(word === 'domain' ? 'vendor domain' : word),
  'base URL, mount path': ({ file, name }, word) =>
    /^(?:adapter|core)\//.test(file) && words(name).join(' ') === `mount ${word}`,
}

const rows = rowsOf(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(test|fixture|generated|d)\.ts$/.test(file) && !file.startsWith('testkit/'),
)
const all = sources.flatMap((file) => declaredIn(file, readFileSync(join(ROOT, 'src', file), 'utf8')))

describe('the vocabulary', () => {
  it('is read by this test', () => {
    expect(rows.length).toBeGreaterThan(15)
    expect(all.length).toBeGreaterThan(20_000)
  })

  it('says for each row where its words are wrong', () => {
    expect(rows.map(({ word }) => word)).toEqual(Object.keys(WRONG))
  })

  it.each(rows)('has $word', ({ word, not }) => {
    const finds = WRONG[word]
    const wrong = all.filter((declared) => not.some((name) => finds?.(declared, name)))
    expect(wrong.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })
})

describe('a word that the table forbids', () => {
  const examples: readonly (readonly [row: string, file: string, text: string])[] = [
    ['`applySeed`, `seedUser`', 'services/mail/apply-seed/index.ts', 'function plantUser() {}'],
    ['`load…` (step)', 'services/mail/steps/domain.ts', 'export const readableDomain = 1'],
    ['`require…` (step or function)', 'services/mail/steps/domain.ts', 'export function guardsDomain() {}'],
    ['`can…`, `is…`, `has…`', 'core/call.ts', 'function reachesLimit() {}'],
    ['`emit…`', 'services/mail/rules/events.ts', 'function tellSubscribers() {}'],
    ['`…Input`', 'services/mail/routes/domains.ts', 'type DomainWishes = string'],
    ['`…Json`, `…Xml`', 'services/mail/json/domain.ts', 'export function domainShape() {}'],
    ['`pageOf`, `answerPage`, `pageJson`', 'services/mail/json/page.ts', 'export function listOf() {}'],
    ['`runsIn`', 'emulator-options.ts', "interface Options { host?: 'thread' | 'here' }"],
    ['`…Context`', 'services/mail/rules/send.ts', 'interface SendWork {}'],
    ['`kind`', 'services/docdb/query/tree.ts', "interface And { is: 'and' }"],
    ['`match`', 'core/faults.ts', 'function meetRule() {}'],
    ['`clientGone`', 'core/call.ts', 'interface Call { left: AbortSignal }'],
    ['principal', 'services/mail/call.ts', 'interface MailCall { caller: string }'],
    ['interceptor, layer', 'intercept/fetch.ts', 'class Switchboard {}'],
    ['steer, pass, refuse', 'intercept/fetch.ts', 'const leadHome = 1'],
    ['protocol handler', 'core/http/listen.ts', 'interface Speaker {}'],
    ['vendor host', 'core/vendor-hosts.ts', 'const realHost = 1'],
    ['base URL, mount path', 'adapter/handler.ts', 'interface Options { mountPrefix: string }'],
  ]

  it.each(examples)('is found: %s in %s', (word, file, text) => {
    const not = rows.find((row) => row.word === word)?.not ?? []
    const found = declaredIn(file, text).filter((declared) => not.some((name) => WRONG[word]?.(declared, name)))
    expect(found).toHaveLength(1)
  })

  it('has an example for each row', () => {
    expect(examples.map(([word]) => word)).toEqual(rows.map(({ word }) => word))
  })
})
