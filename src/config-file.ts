import { statSync } from 'node:fs'
import { join } from 'node:path'

/** The names a project's config may have, from the project's root, in the order they are looked for. */
export const configFiles: readonly string[] = ['', '.backlot/'].flatMap((directory) =>
  ['backlot.config', 'service-emulator.config'].flatMap((name) =>
    ['yaml', 'yml', 'json'].map((extension) => `${directory}${name}.${extension}`),
  ),
)

/** The absolute path of a project's config file, the first of {@link configFiles} that is there; undefined without. */
export function findSeedFile(root: string): string | undefined {
  return configFiles
    .map((name) => join(root, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)
}
