import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Instance } from '#core/instance.ts'
import { type ServiceState, StateError } from '#core/store.ts'
import type { FileBacked } from './persistence.ts'
import type { SavedFileNames } from './saved-file-names.ts'

/**
 * Gives an instance its own copies of the files that a state names. `backed` has them; they are within the state where
 * it is undefined.
 *
 * @throws StateError when a file is missing.
 */
export async function adoptFiles(
  instance: Instance,
  state: ServiceState,
  names: SavedFileNames,
  backed: FileBacked | undefined,
): Promise<void> {
  for (const name of names.filesIn(state)) {
    // Large files are adopted one after the other.
    const adopt = (source: string): Promise<string> => instance.spool.adopt(source)
    const path =
      backed === undefined
        ? await withInline(name, names.inline[name], adopt)
        : await adopt(await backed.files.find(name))
    names.set(path, name)
  }
}

/** Runs `use` with a temporary file that has the content of a file which came within the state, as base64. */
async function withInline<T>(name: string, content: string | undefined, use: (path: string) => Promise<T>): Promise<T> {
  if (content === undefined) throw new StateError(`the saved state needs the file ${name}, which it does not have`)
  const folder = await mkdtemp(join(tmpdir(), 'backlot-state-'))
  try {
    const path = join(folder, basename(name))
    await writeFile(path, Buffer.from(content, 'base64'), { mode: 0o600 })
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
