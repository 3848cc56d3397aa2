/**
 * Returns whether a version is in a range of an advisory: `>= 1.0, < 1.2.3`, `= 2.0`. Versions are compared by their
 * numbers; one with a suffix is before the one without.
 */
export function isInRange(version: string, range: string): boolean {
  return range.split(',').every((part) => {
    const [, operator = '', limit = ''] = /^\s*(<=|>=|<|>|=)?\s*v?(\S+)\s*$/.exec(part) ?? []
    if (limit === '') return false
    const order = compareVersions(version, limit)
    if (operator === '<') return order < 0
    if (operator === '<=') return order <= 0
    if (operator === '>') return order > 0
    if (operator === '>=') return order >= 0
    return order === 0
  })
}

function compareVersions(left: string, right: string): number {
  const [one, other] = [partsOf(left), partsOf(right)]
  for (let index = 0; index < Math.max(one.numbers.length, other.numbers.length); index++) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.suffix === other.suffix) return 0
  if (one.suffix === '' || other.suffix === '') return one.suffix === '' ? 1 : -1
  return one.suffix < other.suffix ? -1 : 1
}

function partsOf(version: string) {
  const [, numbers = '', suffix = ''] = /^v?([\d.]*)(?:[-+]?(.*))$/.exec(version) ?? []
  return { numbers: numbers.split('.').map(Number), suffix }
}
