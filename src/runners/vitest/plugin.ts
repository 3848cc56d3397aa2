import { fileURLToPath } from 'node:url'
import { checkProjectOptions, type ProjectOptions } from '../../fixtures/index.ts'
import { provide } from './main.ts'
import type { Project } from './provided.ts'

/** A Vite plugin, as Vitest knows it. */
export interface BacklotPlugin {
  readonly name: 'backlot'
  configureVitest(context: { project: unknown }): void
}

/**
 * The Vite plugin that gives every test of a project its emulators: one of each service for each worker, reset before every
 * test, with their variables in `process.env` before the first line of user code. Tests reach them by {@link emulator}.
 *
 * @throws TypeError for an option that does not exist.
 *
 * @example
 * export default defineConfig({ plugins: [backlot({ services: ['codehost'], seed: './ci.yaml' })] })
 */
export function backlot(options: ProjectOptions = {}): BacklotPlugin {
  checkProjectOptions(options, 'backlot()')
  return {
    name: 'backlot',
    configureVitest(context) {
      const project = context.project as Project // stated in parts, to fit each version's own type
      const setup = fileURLToPath(import.meta.resolve('backlot/vitest/setup'))
      const others = project.config.setupFiles.filter((file) => file !== setup)
      project.config.setupFiles = [setup, ...others]
      provide(project, options)
    },
  }
}
