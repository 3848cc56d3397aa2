import { readFile, stat } from 'node:fs/promises'
import { DetectError, systemCode } from './detect-error.ts'

/**
 * The text of a file, or undefined if there is none.
 *
 * @param shownAs the file's name in messages.
 * @throws DetectError if the file is there and can't be read.
 */
export async function readTextIfPresent(path: string, shownAs: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new DetectError(`${shownAs} can't be read (${code ?? String(error)}): check that it is a file you may read.`)
  }
}

/** Whether anything stands at a path. */
export async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR',
  )
}
