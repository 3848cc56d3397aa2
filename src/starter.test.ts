import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadSeed } from './core/seed.ts'
import { UnknownService, findService } from './find-service.ts'
import { registry } from './registry.ts'
import { starterContent, starterSeed, starterText } from './starter.ts'
import { notes } from './testkit/notes.ts'

const ids = registry.map(({ id }) => id)

describe('a starter seed', () => {
  it.each(registry)('of $id is valid, and its token may change things', async ({ id, load }) => {
    const service = await load()
    const { shared } = await loadSeed(parse(await starterSeed([id])), { service, find: findService, known: ids })
    if (service.logins === undefined) return
    expect(shared.tokens).toMatchObject([{ token: 'dev_token' }])
    expect(shared.tokens[0]?.scopes.length).toBeGreaterThan(0)
  })

  it('of all services is one document', async () => {
    const content: unknown = parse(await starterSeed(ids))
    expect(Object.keys(content ?? {})).toEqual(['tokens', ...ids])
  })

  it('is read by editors and people', async () => {
    expect(await starterText([{ ...notes, starterScopes: ['notes:write', 'read'] }])).toBe(
      `# yaml-language-server: $schema=./node_modules/backlot/schema.json

# The state that the stand-ins begin with, and that every reset restores. Change it to what your tests need.
# Never put a real credential here.

# The values that your code sends, such as "Authorization: Bearer dev_token", each with its user and what it may do.
tokens:
  dev_token:
    login: ada
    scopes: [notes:write, read]

# Notes, by default at http://127.0.0.1:4900
notes:
  users:
    - login: ada
  notes:
    - title: Buy milk
      owner: ada
`,
    )
  })

  it('has a token for each first user that differs, with the scopes of all services that know that user', async () => {
    const text = await starterText([
      { ...notes, starterScopes: ['a', 'b'] },
      { ...notes, id: 'memos', starterScopes: ['b', 'c'] },
      { ...notes, id: 'tasks', starter: 'users: [{ login: "007" }]\n' },
    ])
    expect(parse(text)).toMatchObject({
      tokens: {
        dev_token: { login: 'ada', scopes: ['a', 'b', 'c'] },
        tasks_token: { login: '007', scopes: [] },
      },
    })
  })

  it('has no tokens where they would belong to no user', async () => {
    const { logins: _logins, ...rest } = notes
    expect(await starterContent(rest)).toEqual({ notes: parse(notes.starter) })
  })

  it('is refused for a service that there is not', async () => {
    await expect(starterSeed(['nothing'])).rejects.toThrow(UnknownService)
  })
})
