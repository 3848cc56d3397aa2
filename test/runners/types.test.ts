import { expect, test } from 'vitest'
import { createProject } from './project.ts'

const EXACT = `
import type { Emulator } from 'backlot'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const codehostIsExact = <E>(_: E, same: Same<E, Emulator<'codehost'>>) => same
`

const CALLS = `
  codehost.calls('issues/create')[0]?.params.owner.toUpperCase()
  // @ts-expect-error an issue has no such member
  codehost.calls('issues/create')[0]?.body.titel
  // @ts-expect-error there is no such operation
  codehost.calls('issues/creat')
  codehost.calls('issues/create')[0]?.answer.user.login.toUpperCase()
  codehost.calls('issues/list-for-repo')[0]?.answer[0]?.labels[0]?.color.toUpperCase()
  // @ts-expect-error an issue has no such member
  codehost.calls('issues/create')[0]?.answer.titel
  const unknown: import('backlot').JsonValue | undefined = codehost.calls('POST /repos/:owner/:repo/issues')[0]?.answer
  expect(unknown).toMatchObject({ number: 1 })
  expect(codehost).toHaveReceived('issues/create', { answer: { number: expect.any(Number) } })
  // @ts-expect-error the number of an issue is no text
  expect(codehost).not.toHaveReceived('issues/create', { answer: { number: '1' } })
  expect(codehost).toHaveReceived('issues/create', { body: { title: expect.stringContaining('x') }, times: 1 })
  // @ts-expect-error there is no such operation
  expect(codehost).toHaveReceived('issues/creat')
  // @ts-expect-error an issue has no such member
  expect(codehost).not.toHaveReceived('issues/create', { body: { titel: 'x' } })
  expect(codehost).toHaveReceivedInOrder(['issues/create', ['issues/update', { status: 200 }]])
  expect(codehost).toHaveDelivered('issues.opened', { payload: { action: 'opened' } })
`

const SEEDS = `
  { codehost: { users: [{ login: 'ada' }] } }
`

test('every fixture gives its emulator without an annotation', { timeout: 120_000 }, async () => {
  using project = createProject({
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        skipLibCheck: true,
        types: ['node', 'backlot/jest'],
      },
      include: ['*.ts'],
    }),
    'vitest.ts': `${EXACT}
      import { expect, test as base } from 'vitest'
      import { defineConfig } from 'vitest/config'
      import { backlot, codehostFixture, emulator, emulatorFixture, worldFixture } from 'backlot/vitest'
      const test = base.extend(codehostFixture).extend<{ own: number }>({ own: 1 })
      test('fixture', ({ codehost, own, task }) => {
        codehostIsExact(codehost, true)
        codehostIsExact(emulator('codehost'), true)
        own.toFixed()
        ${CALLS}
        task.meta.backlot?.[0]?.calls[0]?.status?.toFixed()
      })
      base.extend(emulatorFixture('codehost', { seed: ${SEEDS} }))('options', ({ codehost }) => {
        codehostIsExact(codehost, true)
      })
      const checkpoints = { paid: async (world: { codehost: { url: string } }) => world.codehost.url }
      base.extend(worldFixture(['codehost', 'oidc-a'], { checkpoints, startFrom: 'paid' }))('world', async ({ world, oidcA }) => {
        codehostIsExact(world.codehost, true)
        world.oidcA.url === oidcA.url
        await world.settled({ quiet: 5 })
        // @ts-expect-error the world has no such service
        world.mail
      })
      // @ts-expect-error a seed has no such key
      emulatorFixture('codehost', { seed: { codehost: { usrs: [] } } })
      // @ts-expect-error there is no such service
      emulatorFixture('github')
      export default defineConfig({ plugins: [backlot({ services: ['codehost'], seed: './ci.yaml', basePort: 0 })] })`,
    'jest.ts': `${EXACT}
      codehostIsExact(codehost, true)
      codehostIsExact(worldFixture(['codehost'], { startFrom: 'paid' }).codehost, true)
      import { expect } from '@jest/globals'
      ${CALLS}
      export {}`,
    'playwright.config.ts': `
      import { defineConfig } from '@playwright/test'
      import type { EmulatorFixtures } from 'backlot/playwright'
      export default defineConfig<{}, EmulatorFixtures<'codehost'>>({
        use: { codehostOptions: { seed: ${SEEDS}, env: { MY_API_URL: '{url}' } } },
      })
      // @ts-expect-error there is no such option
      defineConfig<{}, EmulatorFixtures<'codehost'>>({ use: { codehostOptions: { sead: {} } } })`,
    'playwright.ts': `${EXACT}
      import { expect, mergeTests, test as base } from '@playwright/test'
      import { appFixture, codehostFixture, emulatorFixture, worldFixture } from 'backlot/playwright'
      const test = base.extend(codehostFixture)
      test.use({ codehostOptions: { seed: ${SEEDS}, env: { API: '{url}' } } })
      // @ts-expect-error there is no such option
      test.use({ codehostOptions: { sead: {} } })
      test('fixture', ({ codehost, page }) => {
        codehostIsExact(codehost, true)
        page.url()
        ${CALLS}
      })
      const app = base.extend(codehostFixture).extend(appFixture({ command: 'node .', env: { API: '{codehost}' } }))
      app('app', ({ codehost, app, baseURL }) => void (codehostIsExact(codehost, true), app.url, baseURL))
      const shop = base.extend(worldFixture(['codehost', 'mail'], { checkpoints: { paid: (world) => world.settled() } }))
      shop.use({ startFrom: 'paid', codehostOptions: { seed: ${SEEDS} } })
      // @ts-expect-error a checkpoint has a name
      shop.use({ startFrom: 1 })
      shop('world', ({ world, mail }) => void (codehostIsExact(world.codehost, true), mail.url, world.clock.follow()))
      const merged = mergeTests(base.extend(emulatorFixture('codehost')), base.extend<{ own: number }>({ own: 1 }))
      merged('merged', ({ codehost, own }) => void (codehostIsExact(codehost, true), own.toFixed()))`,
  })
  const { output, code } = await project.run('tsc', ['--noEmit'])
  expect(output).toBe('')
  expect(code).toBe(0)
})
