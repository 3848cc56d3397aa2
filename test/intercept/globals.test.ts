import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Prints the names that the first connection of TLS to an intercepted host adds to the process. */
const PROGRAM = `
  import https from 'node:https'
  import { createEmulator, defineService, interceptHosts } from 'backlot'
  const names = () => [globalThis, Reflect, Object, Object.prototype, Function.prototype, Array.prototype, Promise].flatMap(
    (owner, index) => Reflect.ownKeys(owner).filter((key) => typeof key === 'string').map((key) => index + '.' + key),
  )
  const before = new Set(names())
  const hosts = [{ name: 'api', host: 'api.own.test' }]
  const service = defineService({ id: 'own', port: 4996, app: () => new Response('own'), hosts })
  const own = await createEmulator({ service, port: 0, hosts: 'real' })
  const intercepted = interceptHosts([own])
  await new Promise((resolve, reject) => {
    https.get('https://api.own.test/', (response) => response.resume().on('end', resolve)).on('error', reject)
  })
  console.log(JSON.stringify(names().filter((name) => !before.has(name))))
  process.exit()`

it('the first connection of TLS adds nothing to the process of the user', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { cwd: root })
  expect(JSON.parse(output.toString())).toEqual([])
})
