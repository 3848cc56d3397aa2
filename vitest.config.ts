import { availableParallelism } from 'node:os'
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

const shared = { testTimeout: 20_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    reporters: ['default', tally],
    // Many tests wait for browsers, programs and compilers: on few cores, more workers than cores use that time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        // The vendor's description takes seconds to read and to compile, and so does the house: files of one worker share both.
        test: {
          ...shared,
          name: 'services',
          include: ['src/{services,core,oauth}/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'house',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/{services,core,oauth}/**'],
        },
      },
    ],
  },
})
