/** A pack, or an object in it, that is not in git's format. The message is that of `git index-pack`. */
export class PackError extends Error {
  override name = 'PackError'
}

/**
 * Returns the bytes that a delta makes of its base. https://git-scm.com/docs/gitformat-pack#_deltified_representation
 *
 * @throws PackError for a delta that does not fit its base.
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Buffer {
  const [baseSize, afterBase] = readSize(delta, 0)
  const [size, start] = readSize(delta, afterBase)
  if (baseSize !== base.length) throw new PackError('failed to apply delta')
  const result = Buffer.allocUnsafe(size)
  let written = 0
  let at = start
  const byte = (): number => delta[at++] ?? 0
  while (at < delta.length) {
    const code = byte()
    let source = delta
    let [from, length] = [at, code]
    if ((code & 0x80) !== 0) {
      source = base
      from = length = 0
      for (let bit = 0; bit < 4; bit++) if ((code & (1 << bit)) !== 0) from += byte() * 2 ** (8 * bit)
      for (let bit = 0; bit < 3; bit++) if ((code & (0x10 << bit)) !== 0) length += byte() * 2 ** (8 * bit)
      if (length === 0) length = 0x10000
    } else {
      at += length
    }
    // A code of 0 is reserved.
    if (length === 0 || from + length > source.length || written + length > size)
      throw new PackError('failed to apply delta')
    result.set(source.subarray(from, from + length), written)
    written += length
  }
  if (written !== size) throw new PackError('failed to apply delta')
  return result
}

/** Returns the size of the object that a delta makes, in bytes. */
export function deltaResultSize(delta: Uint8Array): number {
  return readSize(delta, readSize(delta, 0)[1])[0]
}

/** Returns a size and the place after it. */
function readSize(delta: Uint8Array, start: number): [size: number, next: number] {
  let size = 0
  let at = start
  for (let shift = 1; ; shift *= 128) {
    const byte = delta[at++]
    if (byte === undefined || shift > 2 ** 49) throw new PackError('failed to apply delta')
    size += (byte & 0x7f) * shift
    if ((byte & 0x80) === 0) return [size, at]
  }
}
