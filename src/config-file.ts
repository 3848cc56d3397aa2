import { statSync } from 'node:fs'
import { join } from 'node:path'

/** The names that a project's config file may have, relative to the project's root, in the order of the search. */
export const configFiles: readonly string[] = ['', '.backlot/'].flatMap((directory) =>
  ['backlot.config', 'service-emulator.config'].flatMap((name) =>
    ['yaml', 'yml', 'json'].map((extension) => `${directory}${name}.${extension}`),
  ),
)

/**
 * Returns the absolute path of a project's config file: the first of {@link configFiles} that exists; undefined when
 * none does.
 */
export function findSeedFile(root: string): string | undefined {
  return configFiles
    .map((name) => join(root, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)
}
