import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with one line that a script can read: how many tests passed and how many did not. */
const tally: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const broken = modules.filter((module) => module.errors().length > 0).length
    const failed = tests.filter((test) => test.result().state === 'failed').length + broken + errors.length
    process.stdout.write(`${passed} passed, ${failed} failed\n`)
  },
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', tally],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
})
