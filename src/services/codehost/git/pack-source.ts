import { closeSync, openSync, readSync } from 'node:fs'

/** The bytes of a pack, in memory or in a file. */
export interface PackSource {
  /** The number of bytes. */
  readonly size: number
  /**
   * Returns bytes from a place; fewer where the pack ends before. They may change with the next call.
   */
  read(at: number, length: number): Buffer
  /** Closes the file. */
  close(): void
}

/** Returns the source of a pack in memory. */
export function packInMemory(bytes: Uint8Array): PackSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { size: buffer.length, read: (at, length) => buffer.subarray(at, at + length), close: () => undefined }
}

/** The least bytes that are read at once. */
const WINDOW = 256 * 1024

/** Returns the source of a pack that is a part of a file: all from `start` on. */
export function packInFile(path: string, fileSize: number, start: number): PackSource {
  const file = openSync(path, 'r')
  let [window, begin] = [Buffer.alloc(0), 0]
  return {
    size: fileSize - start,
    read(at, length) {
      if (at < begin || at + length > begin + window.length) {
        if (window.length < length || window.buffer.byteLength > 4 * Math.max(length, WINDOW)) {
          window = Buffer.allocUnsafeSlow(Math.max(length, WINDOW))
        } else window = Buffer.from(window.buffer)
        const count = readSync(file, window, 0, window.length, start + at)
        window = window.subarray(0, count)
        begin = at
      }
      return window.subarray(at - begin, at - begin + length)
    },
    close: () => closeSync(file),
  }
}
