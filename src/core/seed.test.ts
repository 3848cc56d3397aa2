import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { loadSeed, SeedError, type LoadedSeed, type SeedContext } from './seed.ts'
import { DEFAULT_TOKEN, SeedProblem, type AnyService } from './service.ts'

const person = v.strictObject({
  login: v.pipe(v.string(), v.nonEmpty()),
  age: v.optional(v.pipe(v.number(), v.integer())),
})

const { logins: _logins, ...rest } = notes

/** A service without users, whose section has a bit of every kind of schema. */
const garden: AnyService = {
  ...rest,
  id: 'garden',
  seed: v.strictObject({
    beds: v.optional(
      v.array(
        v.strictObject({
          name: v.string(),
          soil: v.optional(v.picklist(['clay', 'sand'])),
          keeper: v.optional(v.union([v.string(), person])),
          size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
          label: v.optional(v.pipe(v.string(), v.regex(/^#/, 'expected a text that begins with #'))),
          rights: v.optional(v.record(v.string(), v.picklist(['read', 'write']))),
          dry: v.optional(v.boolean()),
        }),
      ),
      [],
    ),
  }),
}

const context: SeedContext = {
  service: notes,
  find: async (id) => (id === 'garden' ? garden : undefined),
  known: ['garden', 'mail'],
}

const users = [{ login: 'ada' }]

async function file(name: string, text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'backlot-seed-')), name)
  await writeFile(path, text)
  return path
}

/** The lines of the error that a seed gives. */
async function complaints(seed: string | object): Promise<string[]> {
  const error: unknown = await loadSeed(seed, context).catch((reason: unknown) => reason)
  if (!(error instanceof SeedError)) throw new Error(`no SeedError: ${String(error)}`)
  return error.message.split('\n')
}

/** Returns the lines of the error that a YAML text gives, without the file's name: each begins with line and column. */
async function complaintsOf(text: string, name = 'backlot.config.yaml'): Promise<string[]> {
  const path = await file(name, text)
  return (await complaints(path)).map((line) => line.replace(`${path}:`, ''))
}

describe('a seed', () => {
  it('is empty by default: the section has its defaults, and the default token works', async () => {
    const seed = await loadSeed(undefined, context)
    expect(seed).toMatchObject({ section: { notes: [], users: [] }, file: null })
    expect(seed.shared).toEqual({ tokens: [DEFAULT_TOKEN], defaultLogin: 'admin' })
  })

  it('may be an object', async () => {
    const seed = await loadSeed({ tokens: { t: { login: 'ada', scopes: ['a'] } }, notes: { users } }, context)
    expect(seed.section).toEqual({ notes: [], users })
    expect(seed.shared).toEqual({ tokens: [{ token: 't', login: 'ada', scopes: ['a'] }], defaultLogin: null })
  })

  it.each([
    ['c.yaml', 'tokens: {t: {login: ada, scopes: []}}\nnotes:\n  users:\n    - login: ada\n'],
    ['c.json', '{\n\t"tokens": {"t": {"login": "ada", "scopes": []}},\n\t"notes": {"users": [{"login": "ada"}]}\n}'],
    ['bom.yml', '\uFEFFpeople: &people [{login: ada}]\n'.replace('people: ', 'notes: {users: ') + '}\n'],
    [
      'merged.yaml',
      'garden: {beds: [&bed {name: a, soil: clay}, {<<: *bed, name: b}]}\nnotes: {users: [{login: ada}]}\n',
    ],
  ])('is read from a file such as %s', async (name, text) => {
    const path = await file(name, text.replace('}]\n}', '}]}\n'))
    const seed = await loadSeed(path, context)
    expect(seed).toMatchObject({ section: { users }, file: path })
  })

  it('may be an empty file, and may have an empty section and empty tokens', async () => {
    for (const text of ['', '# nothing yet\n', 'notes:\ntokens:\n', 'notes: {}\ntokens: {}\n']) {
      const seed: LoadedSeed = await loadSeed(await file('c.yaml', text), context)
      expect(seed.section).toEqual({ notes: [], users: [] })
      expect(seed.shared.defaultLogin).toBe('admin')
    }
  })

  it('lets a token belong to a user of another section', async () => {
    const asGarden = { ...context, service: garden, find: async () => notes }
    const seed = { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users } }
    expect((await loadSeed(seed, asGarden)).shared.tokens).toHaveLength(1)
  })
})

describe('a wrong seed', () => {
  it('is reported with the unknown key and the nearest known one', async () => {
    expect(await complaints({ nots: {}, notes: { usrs: [], note: [] } })).toEqual([
      'notes.usrs: unknown key, did you mean "users"?',
      'notes.note: unknown key, did you mean "notes"?',
      'nots: unknown key, did you mean "notes"?',
    ])
    expect(await complaints({ notaservice: {} })).toEqual([
      'notaservice: unknown key (known: tokens, https, notes, garden, mail)',
    ])
  })

  it('is reported in the same words by every service that reads the file', async () => {
    const services = ['garden', 'mail'].map((id) => ({ ...garden, id }))
    const told = services.map((service) => loadSeed({ unheard: {} }, { ...context, service }).catch(String))
    expect(new Set(await Promise.all(told)).size).toBe(1)
  })

  it('is reported with every mistake, with line, column and path', async () => {
    const text = [
      'tokens:',
      '  abc:',
      '    scopes: repo',
      'garden:',
      '  beds:',
      '    - soil: clya',
      '      nam: x',
      '      dyr: true',
      '    - { name: b, size: 1.5, dry: "yes" }',
      '    - name: c',
      '      size: 0',
      '      keeper: { age: 3 }',
      '      label: x',
      '      rights:',
      '        issues: all',
      '    - 7',
      '    - name:',
      'notes:',
      '  users: ada',
      '',
    ].join('\n')
    expect(await complaintsOf(text)).toEqual([
      '3:5 tokens.abc.login: required',
      '3:13 tokens.abc.scopes: expected an array, got "repo"',
      '6:7 garden.beds[0].name: required',
      '6:13 garden.beds[0].soil: expected one of "clay", "sand", got "clya", did you mean "clay"?',
      '7:7 garden.beds[0].nam: unknown key, did you mean "name"?',
      '8:7 garden.beds[0].dyr: unknown key, did you mean "dry"?',
      '9:24 garden.beds[1].size: expected a whole number, got 1.5',
      '9:34 garden.beds[1].dry: expected true or false, got "yes"',
      '11:13 garden.beds[2].size: must be 1 or more, got 0',
      '12:15 garden.beds[2].keeper.login: required',
      '13:14 garden.beds[2].label: expected a text that begins with #, got "x"',
      '15:17 garden.beds[2].rights.issues: expected one of "read", "write", got "all"',
      '16:7 garden.beds[3]: expected an object, got 7',
      '17:7 garden.beds[4].name: expected a string, got nothing',
      '19:10 notes.users: expected an array, got "ada"',
    ])
  })

  it('is reported with the path from the working directory', async () => {
    const directory = await mkdtemp(join(process.cwd(), 'node_modules', '.backlot-seed-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const path = join(directory, 'ci.json')
    await writeFile(path, '{"notes": {"user": []}}')
    const expected = `${relative('.', path)}:1:12 notes.user: unknown key, did you mean "users"?`
    expect(await complaints(path)).toEqual([expected])
    expect(await complaints(`./${relative('.', path)}`)).toEqual([expected])
  })

  it.each([
    [
      'a number for a text',
      { garden: { beds: [{ name: 7 }] } },
      'garden.beds[0].name: expected a string, got 7: put it in quotes',
    ],
    ['an array for the whole', [], 'a seed is a map of "tokens" and a section for each service, got an array'],
    ['a URL', new URL('file:///seed.yaml'), 'a seed is a map of "tokens" and a section for each service, got a URL'],
    ['a promise', Promise.resolve({}), 'a seed is a map of "tokens" and a section for each service, got a Promise'],
    ['an array for a section', { notes: [] }, 'notes: expected an object, got an array'],
    ['an array for the tokens', { tokens: ['t'] }, 'tokens: expected an object, got an array'],
    ['a text for a section', { notes: 'x' }, 'notes: expected an object, got "x"'],
    ['an array for an item', { notes: { users: [['ada']] } }, 'notes.users[0]: expected an object, got an array'],
    ['an empty token', { tokens: { '': { login: 'ada', scopes: [] } } }, 'tokens[""]: must not be empty'],
    [
      'a key for a token',
      { tokens: { 'a.b': { login: 'ada', scopes: [], scope: 1 } } },
      'tokens["a.b"].scope: unknown key, did you mean "scopes"?',
    ],
  ])('may hold %s', async (_what, seed, complaint) => {
    expect(await complaints(seed)).toEqual([complaint])
  })

  it('gives a token to a login that no user has', async () => {
    const tokens = { t: { login: 'adda', scopes: [] } }
    expect(await complaints({ tokens, notes: { users } })).toEqual([
      'tokens.t.login: no user has the login "adda", did you mean "ada"?',
    ])
    expect(await complaints({ tokens })).toEqual(['tokens.t.login: no user has the login "adda": add one to a section'])
    expect(await complaintsOf('tokens:\n  t: {login: bob, scopes: []}\nnotes: {users: [{login: ada}]}\n')).toEqual([
      '2:14 tokens.t.login: no user has the login "bob" (known: "ada")',
    ])
  })

  it('says nothing of logins while a section is wrong, as its users are not known then', async () => {
    const tokens = { t: { login: 'nobody', scopes: [] } }
    expect(await complaints({ tokens, notes: { users, note: [] } })).toEqual([
      'notes.note: unknown key, did you mean "notes"?',
    ])
  })

  it('has a key twice', async () => {
    expect(await complaintsOf('notes:\n  users: []\n  notes: []\n  users: []\nnotes: {}\n')).toEqual([
      '4:3 notes.users: duplicate key, the first is on line 2',
      '5:1 notes: duplicate key, the first is on line 1',
    ])
    expect(await complaintsOf('{"notes": {},\n "notes": {}}', 'c.json')).toEqual([
      '2:2 notes: duplicate key, the first is on line 1',
    ])
  })

  it.each([
    ['notes:\n\tusers: []\n', '2:1 a tab: YAML is indented with spaces'],
    ['a: 1\n---\nb: 2\n', '2:1 a second document begins: a seed file holds one, without "---" in the middle'],
    ['notes: b: c\n', '1:8 a key in the middle of a value: check the indentation, or quote a text that contains ": "'],
    ['notes: *here\n', '1:8 *here: no &here stands above it; quote a text that begins with *'],
    [
      'notes: !secret x\n',
      '1:8 unresolved tag: !secret: tags (!) have no meaning in a seed, quote a text that begins so',
    ],
    ['notes: "x\n', '2:1 missing closing "quote'],
    ['notes\n', '1:1 a seed is a map of "tokens" and a section for each service, got "notes"'],
  ])('is not well-formed: %j', async (text, complaint) => {
    expect(await complaintsOf(text)).toEqual([complaint])
  })

  it.each([
    ['{"notes": {"users": [}}', '1:22 broken JSON, expected a value but found "}"'],
    ['{"notes": {},}', '1:14 broken JSON, expected a name in double quotes but found "}"'],
    ['\uFEFF{\n  "notes": {} // later\n}', '2:15 broken JSON, expected a value but found "/"'],
    ['notes: {}\n', '1:1 broken JSON, expected a value but found "n"'],
    ['', '1:1 broken JSON, expected a value but the file ends'],
  ])('is a .json file without JSON: %j', async (text, complaint) => {
    expect(await complaintsOf(text, 'c.json')).toEqual([complaint])
  })

  it('is a file that cannot be read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'backlot-seed-'))
    await mkdir(join(directory, 'seeds'))
    expect(await complaints(join(directory, 'seeds'))).toEqual([
      `${directory}/seeds: is a directory: name the YAML or JSON file in it`,
    ])
    expect(await complaints(join(directory, 'no.yaml'))).toEqual([
      `${directory}/no.yaml: no such seed file: \`backlot init\` prints one to start from`,
    ])
    expect(await complaints('nowhere.yaml')).toEqual([
      `nowhere.yaml: no such seed file (looked for ${process.cwd()}/nowhere.yaml): \`backlot init\` prints one to start from`,
    ])
  })
})

describe('a contradiction found while a seed is applied', () => {
  const problem = new SeedProblem(['notes', 0, 'owner'], 'no user has the login "adda"', ['ada', 'grace'])

  it('is reported like any other mistake', async () => {
    const path = await file('c.yaml', 'notes:\n  notes:\n    - title: Milk\n      owner: adda\n')
    const seed = await loadSeed(path, context)
    expect(seed.explain(problem).message).toBe(
      `${path}:4:14 notes.notes[0].owner: no user has the login "adda", did you mean "ada"?`,
    )
  })

  it('is reported at the nearest existing part when it is about a missing one', async () => {
    const path = await file('c.yaml', 'notes:\n  notes:\n    - title: Milk\n')
    const seed = await loadSeed(path, context)
    expect(seed.explain(problem).message).toBe(
      `${path}:3:7 notes.notes[0].owner: no user has the login "adda" (known: "ada", "grace")`,
    )
  })

  it('has its path in an inline seed too', async () => {
    const seed = await loadSeed({ notes: { notes: [{ title: 'Milk', owner: 'adda' }] } }, context)
    expect(seed.explain(new SeedProblem(['notes', 0, 'title'], 'is taken')).message).toBe(
      'notes.notes[0].title: is taken',
    )
  })
})

it('takes a seed with more users than a call takes arguments', async () => {
  const users = Array.from({ length: 130_000 }, (_, at) => ({ login: `user-${at}` }))
  const seed = { tokens: { last: { login: 'user-129999', scopes: [] } }, notes: { users } }
  await using emulator = await createEmulator({ service: notes, port: 0, seed })
  expect(emulator.url).toContain('http')
})
