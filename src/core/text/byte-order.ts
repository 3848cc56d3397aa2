/**
 * Converts a key into a text that JavaScript sorts as the key's UTF-8 bytes sort. The two orders differ only between
 * surrogate pairs and the characters U+E000 to U+FFFF, so both are shifted.
 */
export function byteOrder(key: string): string {
  if (!/[\ud800-\uffff]/.test(key)) return key
  let moved = ''
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index)
    moved += String.fromCharCode(unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
  }
  return moved
}

/** Returns the sort key that follows every key with this prefix and precedes all later ones. */
export function orderAfterPrefix(prefix: string): string {
  // U+FFFF never occurs in a sort key, because surrogates shift to at most U+FFFE.
  return `${byteOrder(prefix)}\uffff`
}
