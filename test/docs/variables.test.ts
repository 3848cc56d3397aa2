import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEmulator } from '../../src/index.ts'
import { registry, type ServiceId } from '../../src/registry.ts'
import { starterContent } from '../../src/starter.ts'

test.each(registry.map(({ id, load }) => [id as ServiceId, load] as const))(
  // the generated type has them all
  'the page of %s names every variable that an instance has with the starter seed',
  async (id, load) => {
    await using emulator = await createEmulator({ service: id, port: 0, seed: await starterContent(await load()) })
    const page = readFileSync(new URL(`../../docs/${id}.md`, import.meta.url), 'utf8')
    const variables = Object.keys(emulator.env)
    expect(variables).not.toEqual([])
    expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  },
)
