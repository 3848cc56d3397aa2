import { afterEach, expect, it } from 'vitest'
import { startSharedApp } from '#fixtures/index.ts'
import { sharedAppFixture } from './shared-app.ts'

// An application that starts names its run in the variables of the process, and the next file must not take part in it.
const before = new Set(Object.keys(process.env))
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!before.has(name)) delete process.env[name]
})

it('refuses a service that answers for no host, as one application cannot call the URLs of several workers', async () => {
  const { app } = sharedAppFixture({ command: 'node server.js', services: ['codehost'] })
  const [start] = app as unknown as [(fixtures: object, use: () => Promise<void>, worker: object) => Promise<void>] // as Playwright takes it
  const starting = start({ codehost: { service: 'codehost', hosts: [] } }, () => Promise.resolve(), { config: {} })
  await expect(starting).rejects.toThrow(
    "sharedAppFixture: codehost answers for no host: its fixture needs hosts: 'real', as one application cannot call the URLs of several workers",
  )
})

it('says why an application has not started, with what it has written', async () => {
  const command = `${process.execPath} -e "console.error('no database'); process.exit(3)"`
  await expect(startSharedApp({ command })).rejects.toThrow(/code 3[^]*no database/)
  await expect(startSharedApp({ command: 'node -p {folder}' })).rejects.toThrow('{folder}')
})
