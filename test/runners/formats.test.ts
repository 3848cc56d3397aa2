import { describe, expect, test } from 'vitest'
import { createProject } from './project.ts'

const PROGRAM = `
const check = async () => {
  const { createEmulator } = await load('backlot')
  for (const [name, path, refused] of [
    ['codehost', '/repos/nobody/nothing', 404],
    ['mail', '/emails', 401],
    ['deployhost', '/v9/projects/nothing', 404],
  ]) {
    const service = (await load('backlot/services/' + name))[name]
    for (const given of [service, name]) {
      const emulator = await createEmulator({ service: given, port: 0 })
      const { status } = await emulator.fetch('http://host' + path)
      if (status !== refused) throw new Error(name + ': ' + status)
      await emulator.close()
    }
  }
  console.log('every refusal is known')
}
`

describe('a service taken as a module of its own', { timeout: 120_000 }, () => {
  test.each([
    ['ESM', 'check.mjs', `const load = (name) => import(name)\n${PROGRAM}\nawait check()`],
    ['CommonJS', 'check.cjs', `const load = async (name) => require(name)\n${PROGRAM}\ncheck()`],
  ])('refuses as the one of createEmulator does, from %s', async (_format, file, text) => {
    using project = createProject({ [file]: text })
    expect(await project.run(process.execPath, [file])).toMatchObject({ code: 0, output: 'every refusal is known\n' })
  })
})
