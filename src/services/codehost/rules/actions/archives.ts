import type { Zippable, zipSync } from 'fflate'

/** What makes archives. */
export type Zip = typeof zipSync

/** The first and last moment that an archive can name. */
const [EARLIEST, LATEST] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)]

/** A step: what makes archives, loaded when a route needs it. First of all, so that nothing found before it is gone after it. */
export async function loadZip(): Promise<{ readonly zip: Zip }> {
  return { zip: (await import('fflate')).zipSync }
}

/** A zip archive of files by path, all of one time (epoch milliseconds). The same each time. */
export function archive(zip: Zip, files: Readonly<Record<string, Uint8Array>>, at: number): Uint8Array {
  const entries: Zippable = { ...files }
  return zip(entries, { mtime: Math.min(Math.max(at, EARLIEST), LATEST) })
}
