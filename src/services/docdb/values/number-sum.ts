import { calculate, decimalOf, exactDecimal, toDecimal128, type Decimal } from './decimal.ts'
import { fitsLong, integerOf, isDouble, type Numeric } from './number.ts'
import { Decimal128, double, integer, toNumber } from './value.ts'

/**
 * A sum of numbers, as the accumulators of the server have it: in the widest of their types, without an error that
 * grows with their number, and independent of their order while they are whole.
 */
export class NumberSum {
  #count = 0n
  #whole = 0n
  #isLong = false
  #hasDoubles = false
  /** The sum of the Doubles is `#double + #rest`: what a sum rounds away is in the rest. */
  #double = 0
  #rest = 0
  #decimal: Decimal | null = null

  /** How many numbers have been added. */
  get count(): bigint {
    return this.#count
  }

  add(value: Numeric): void {
    this.#count += 1n
    if (value instanceof Decimal128) {
      const decimal = decimalOf(value)
      this.#decimal = this.#decimal === null ? decimal : calculate('add', this.#decimal, decimal)
    } else if (isDouble(value)) {
      this.#hasDoubles = true
      this.#addDouble(toNumber(value))
    } else {
      this.#isLong ||= typeof value === 'bigint'
      this.#whole += integerOf(value)
    }
  }

  #addDouble(value: number): void {
    const total = this.#double + value
    if (Number.isFinite(total)) {
      const part = total - this.#double
      this.#rest += this.#double - (total - part) + (value - part)
    }
    this.#double = total
  }

  /** The sum; an Int64 that does not fit is a Double. */
  get total(): Numeric {
    if (this.#decimal !== null) return toDecimal128(this.#exact)
    if (this.#hasDoubles || !fitsLong(this.#whole)) return double(this.#number)
    return this.#isLong ? this.#whole : integer(this.#whole)
  }

  /** The average of the numbers, of which there is at least one. */
  get average(): Numeric {
    if (this.#decimal === null) return double(this.#number / Number(this.#count))
    return toDecimal128(calculate('divide', this.#exact, { coefficient: this.#count, exponent: 0 }))
  }

  get #number(): number {
    return Number.isFinite(this.#double) ? this.#double + Number(this.#whole) + this.#rest : this.#double
  }

  get #exact(): Decimal {
    const doubles = calculate('add', exactDecimal(this.#double), exactDecimal(this.#rest))
    const others = calculate('add', doubles, { coefficient: this.#whole, exponent: 0 })
    return this.#decimal === null ? others : calculate('add', this.#decimal, others)
  }
}
