import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { checkProjectOptions, type ProjectOptions } from '#fixtures/index.ts'
import { provide } from './main.ts'
import type { Project } from './provided.ts'

/** The part of the Vite plugin interface that Vitest calls. */
export interface BacklotPlugin {
  /** The name by which Vite lists the plugin. */
  readonly name: 'backlot'
  /** Adds the setup file to the project. Vitest calls it for each project. */
  configureVitest(context: { project: unknown }): void
}

/**
 * Returns the Vite plugin that gives every test of a project its emulators: one instance of each service for each
 * worker, reset before every test. Their variables are in `process.env` before the first line of user code runs. Tests
 * get an instance with {@link emulator}.
 *
 * @throws TypeError for an unknown option.
 *
 * @example
 * export default defineConfig({ plugins: [backlot({ services: ['codehost'], seed: './ci.yaml' })] })
 */
export function backlot(options: ProjectOptions = {}): BacklotPlugin {
  checkProjectOptions(options, 'backlot()')
  return {
    name: 'backlot',
    configureVitest(context) {
      const project = context.project as Project // the parameter's type is unknown so that it fits every version of Vitest
      const setup = setupFile()
      const others = project.config.setupFiles.filter((file) => file !== setup)
      project.config.setupFiles = [setup, ...others]
      provide(project, options)
    },
  }
}

/** Returns the path of the setup file that runs in every worker. */
function setupFile(): string {
  const name = 'backlot/vitest/setup'
  // The CommonJS build has __filename, the module build import.meta.
  return typeof __filename === 'string'
    ? createRequire(__filename).resolve(name)
    : fileURLToPath(import.meta.resolve(name))
}
