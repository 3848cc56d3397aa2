import type { Zippable, zipSync } from 'fflate'

/** The function that makes zip archives. */
export type Zip = typeof zipSync

/** The first and last time that a zip archive can store, in epoch milliseconds. */
const [EARLIEST, LATEST] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)]

/** Makes a zip archive of files by path, all with the same time (epoch milliseconds). Equal input gives equal bytes. */
export function archive(zip: Zip, files: Readonly<Record<string, Uint8Array>>, at: number): Uint8Array {
  const entries: Zippable = { ...files }
  return zip(entries, { mtime: zipTime(at) })
}

/** Returns the time that a zip archive can store and that is nearest to `at` (epoch milliseconds). */
export function zipTime(at: number): number {
  return Math.min(Math.max(at, EARLIEST), LATEST)
}
