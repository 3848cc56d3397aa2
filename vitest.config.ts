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
    globalSetup: 'scripts/browser-programs.mjs',
    reporters: ['default', tally],
    // By default one core is left for the runner, which is half of a machine that has two, and the runner needs little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // The vendor's description takes seconds to read and to compile: files of one worker share it. Tests that close
        // a port and expect it to be free stay out: a program that another thread starts holds the ports of the process
        // until it runs.
        test: { ...shared, name: 'services', include: ['src/services/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        test: {
          ...shared,
          name: 'house',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/services/**'],
        },
      },
    ],
  },
})
