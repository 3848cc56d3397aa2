import { readFile, stat } from 'node:fs/promises'
import { DetectError, systemCode } from './detect-error.ts'

/**
 * Returns the text of a file, or undefined when there is no such file.
 *
 * @param shownAs the file's name in messages.
 * @throws DetectError when the file exists and cannot be read.
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

/** Returns true when a file or directory exists at a path. */
export async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => systemCode(error) !== 'ENOENT' && systemCode(error) !== 'ENOTDIR',
  )
}
