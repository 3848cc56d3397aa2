/**
 * A text whose order among others, as JavaScript compares them, is that of the UTF-8 bytes of `key`. The two orders differ where
 * characters beyond the basic plane, which are pairs of surrogates, meet those above the surrogates: both are moved.
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

/** The order that follows every key which begins with `prefix`, and precedes every other that follows it. */
export function orderAfterPrefix(prefix: string): string {
  // No key has a unit here: the first of a pair of surrogates is below it once moved.
  return `${byteOrder(prefix)}\uffff`
}
