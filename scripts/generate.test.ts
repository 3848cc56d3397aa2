import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { registry } from '../src/registry.ts'
import { generatedFiles } from './generate/files.ts'
import { seedTypes } from './generate/seed-types.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = await generatedFiles(root)

describe('what follows from the registry', () => {
  it.each([...files])('is in %s as npm run generate writes it', (file, text) => {
    expect(readFileSync(join(root, file), 'utf8'), 'run npm run generate').toBe(text)
  })

  it.each(registry.map(({ id }) => id))('has a page in docs/ for %s', (id) => {
    expect(existsSync(join(root, 'docs', `${id}.md`))).toBe(true)
  })
})

describe('the types of a seed', () => {
  it('name each object by its key, the nearer to the top the shorter, and carry descriptions and defaults', () => {
    const repo = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const schema = {
      type: 'object',
      properties: {
        teams: {
          type: 'array',
          items: { type: 'object', properties: { repos: { type: 'array', items: { ...repo, required: [] } } } },
        },
        repos: { type: 'array', items: repo, description: 'The repositories.' },
        mode: { enum: ['on', 'off'], default: 'on' },
        limits: { type: 'object', additionalProperties: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      },
    }
    expect(seedTypes(schema, 'NotesSeed', 'The section.')).toBe(`/** The section. */
export interface NotesSeed {
  teams?: NotesSeedTeam[] | undefined
  /** The repositories. */
  repos?: NotesSeedRepo[] | undefined
  /** Default: on */
  mode?: 'on' | 'off' | undefined
  limits?: Record<string, number | null> | undefined
}

/** A team of the seed. */
export interface NotesSeedTeam {
  repos?: NotesSeedTeamRepo[] | undefined
}

/** A repo of the seed. */
export interface NotesSeedRepo {
  name: string
}

/** A team repo of the seed. */
export interface NotesSeedTeamRepo {
  name?: string | undefined
}
`)
  })
})
