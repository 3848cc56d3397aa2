/**
 * Returns a double as the server writes it in full: with the fewest digits that tell it from all others, and with an
 * exponent from 1e16 and below 1e-4.
 */
export function doubleText(number: number): string {
  if (!Number.isFinite(number)) return String(number)
  return written(number, 16, number.toExponential())
}

/** Returns a double as `$substr` and `$toLower` read it: with six digits, as C++ writes one by default. */
export function shortDoubleText(number: number): string {
  if (Number.isNaN(number)) return 'nan'
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf'
  return written(number, 6, number.toExponential(5))
}

/** Writes a number, given with all its digits and an exponent, without the exponent below a power of ten. */
function written(number: number, limit: number, full: string): string {
  if (number === 0) return Object.is(number, -0) ? '-0' : '0'
  const [digits = '', exponent = ''] = full.split('e')
  const power = Number(exponent)
  const mantissa = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
  if (power >= -4 && power < limit) return String(Number(`${mantissa}e${power}`))
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}
