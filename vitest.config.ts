import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'

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

/** Names the files that have run for five minutes, so that a run that hangs says where. */
class Overdue implements Reporter {
  readonly #timers = new Map<string, NodeJS.Timeout>()

  onTestModuleStart({ moduleId, relativeModuleId }: TestModule): void {
    const timer = setTimeout(() => process.stdout.write(`runs for five minutes: ${relativeModuleId}\n`), 300_000)
    this.#timers.set(moduleId, timer.unref())
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    clearTimeout(this.#timers.get(moduleId))
    this.#timers.delete(moduleId)
  }
}

/**
 * Runs the files that start other programs first, and then those that need a process of their own: what takes longest
 * must not be left for the end, when one core waits for the other. The other files that share a worker come after, as
 * Vitest ends a worker when the next file in the queue needs one of its own.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => rank(left) - rank(right))
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  if (project.name === 'programs') return 0
  if (project.config.isolate) return 1
  if (project.name === 'whole process') return 2
  return moduleId.includes('/test/hostile/') ? 3 : 4
}

/**
 * The tests that leave the process as they found it, beside those of the services: they share a worker. The inspector
 * shows all instances of its process, so that its tests are not among them.
 */
const SHARING = [
  'src/{core,oauth,testkit}/**/*.test.ts',
  'src/pages/*.test.ts',
  'scripts/**/*.test.ts',
  'test/hostile/*.test.ts',
]

/** The tests of what replaces members of the process, and of what runs in it as a whole: they put everything back. */
const WHOLE_PROCESS = [
  'src/{cli,fixtures,intercept,persistence,runners}/**/*.test.ts',
  'src/adapter/!(handler).test.ts',
  'src/!(emulator-options).test.ts',
  'src/{sleeping,sweep,world}/**/*.test.ts',
  'test/{docs,intercept,real-hosts}/!(examples).test.ts',
]

/** The tests that start programs, and those that read the files of the project: they change nothing of the process. */
const PROGRAMS = [
  'test/runners/!(declarations).test.ts',
  'test/docs/examples.test.ts',
  'test/isolation/*.test.ts',
  'test/published/published.test.ts',
  'test/{architecture,comments,sleeping-command,start,vocabulary}.test.ts',
]

/** The tests of a warning that a process gives once, and those that load the modules of the package again. */
const OWN_PROCESS = [
  'src/emulator-options.test.ts',
  'src/adapter/handler.test.ts',
  'src/services/docdb/wire/expiry-pass.test.ts',
]

/** The tests that read the types of ten majors of one SDK: a worker that keeps them grows by gigabytes. */
const LARGE = ['src/services/payments/tests/{sdk-versions,read-back,operations,description}.test.ts']

/** The tests on a stack of a sixth of the usual size: texts and lists a sixth as long overflow it. */
const SMALL_STACK = ['test/hostile/{reads,seeds}.test.ts']

/**
 * In CI a test that failed has a second try, and the report names it: where two cores run three workers, a browser or
 * another program is late now and then.
 */
const retry = process.env['CI'] === undefined ? 0 : 1

/** The limits end a test that hangs; a busy machine runs some tests for tens of seconds. */
const shared = { testTimeout: 60_000, hookTimeout: 120_000, retry }

export default defineConfig({
  test: {
    globalSetup: ['scripts/generated-modules.mjs', 'scripts/temporary-folder.mjs'],
    reporters: ['default', new Overdue(), tally],
    // The projects share most modules, and each would transform all of them again.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/backlot/modules' },
    // By default one core is left for the runner, which is half of a machine that has two, and the runner needs little.
    // Many tests wait for a program that they have started, so that three workers keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Files of one worker share the modules: the vendors' SDKs, and their descriptions, which take seconds to read
        // and to compile.
        test: {
          ...shared,
          name: 'shared',
          include: ['src/services/**/*.test.ts', ...SHARING],
          exclude: [...LARGE, ...SMALL_STACK, ...OWN_PROCESS],
          pool: 'forks',
          isolate: false,
          // V8 optimizes a function that has run for this many bytes of its code, 132 KiB by default. Tests run most
          // functions a few times, and the compiler then costs more than it saves: an eighth of the workers' time.
          execArgv: ['--interrupt-budget=1500000'],
        },
      },
      {
        test: {
          ...shared,
          name: 'small stack',
          include: SMALL_STACK,
          pool: 'forks',
          execArgv: ['--stack-size=150'],
        },
      },
      {
        test: {
          ...shared,
          name: 'isolated',
          include: ['src/!(services)/**/*.test.ts', ...OWN_PROCESS, ...LARGE, 'test/**/*.test.ts'],
          exclude: [...SHARING, ...WHOLE_PROCESS, ...PROGRAMS],
        },
      },
      {
        test: { ...shared, name: 'programs', include: PROGRAMS, pool: 'forks', isolate: false },
      },
      {
        test: { ...shared, name: 'whole process', include: WHOLE_PROCESS, pool: 'forks', isolate: false },
      },
    ],
  },
})
