import { describe, test } from 'vitest'
import { copyExample, expectPassed } from './example.ts'
import { ownShard } from './project.ts'

const { env } = ownShard(4)

describe('the examples with a browser', { timeout: 300_000 }, () => {
  test.each([
    ['sign in', 'playwright', '3 passed'],
    ['sign in by a link in an e-mail', 'magic-link', '3 passed'],
    ['take a payment, fulfill it and refund it', 'checkout', '5 passed'],
    ['sign in with every provider', 'sign-in', '20 passed'],
  ])('%s under Playwright', async (_what, name, passed) => {
    using project = copyExample(name, env)
    expectPassed(await project.run('playwright', ['test']), passed)
  })

  test('ask for approval in a chat, under Vitest and with a browser under Playwright', async () => {
    using project = copyExample('bot', env)
    expectPassed(await project.run('vitest', ['run', 'src']), '4 passed')
    expectPassed(await project.run('playwright', ['test']), '2 passed')
  })
})
