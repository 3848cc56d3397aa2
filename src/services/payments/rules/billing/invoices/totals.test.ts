import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppliedDiscount } from '../discounts/discounting.ts'
import { taxesOf, type Rate } from '../taxes/taxation.ts'
import { settle, totalsOf, type TotaledLine } from './totals.ts'

const line = (amount: number, more: Partial<TotaledLine> = {}): TotaledLine => ({
  amount,
  discountable: true,
  product: null,
  discounts: [],
  rates: [],
  ...more,
})
const percent = (percentOff: number, id = 'di_1', products: readonly string[] | null = null): AppliedDiscount => ({
  id,
  reduction: { percentOff, amountOff: null, products },
})
const amount = (amountOff: number, id = 'di_2'): AppliedDiscount => ({
  id,
  reduction: { percentOff: null, amountOff, products: null },
})
const vat = { id: 'txr_vat', percentage: 19, inclusive: true }
const sales = { id: 'txr_sales', percentage: 8.25, inclusive: false }

describe('the totals of an invoice', () => {
  it('take discounts off in order, each from what is left', () => {
    const totals = totalsOf([line(1000), line(3000)], [percent(50), amount(500)])
    expect(totals.discountAmounts).toEqual([
      { discount: 'di_1', amount: 2000 },
      { discount: 'di_2', amount: 500 },
    ])
    expect(totals.lines.map(({ discountAmounts }) => discountAmounts.map((each) => each.amount))).toEqual([
      [500, 125],
      [1500, 375],
    ])
    expect(totals.total).toBe(1500)
  })

  it('never become negative by a discount', () => {
    expect(totalsOf([line(1000)], [amount(5000)]).total).toBe(0)
  })

  it('leave out products that a coupon is not for, lines without discount, and credits', () => {
    const lines = [
      line(1000, { product: 'prod_a' }),
      line(1000, { product: 'prod_b' }),
      line(1000, { discountable: false }),
    ]
    expect(totalsOf([...lines, line(-400)], [percent(10, 'di_1', ['prod_a'])]).total).toBe(2500)
  })

  it('apply the discounts of a line before those of the invoice', () => {
    const totals = totalsOf([line(1000, { discounts: [amount(200, 'di_line')] })], [percent(50)])
    expect(totals.lines[0]?.discountAmounts).toEqual([
      { discount: 'di_line', amount: 200 },
      { discount: 'di_1', amount: 400 },
    ])
  })

  it('add exclusive tax and contain inclusive tax', () => {
    expect(totalsOf([line(1000, { rates: [sales] })], [])).toMatchObject({
      subtotal: 1000,
      subtotalExcludingTax: 1000,
      total: 1083,
      totalExcludingTax: 1000,
    })
    expect(totalsOf([line(1190, { rates: [vat] })], [])).toMatchObject({
      subtotal: 1190,
      subtotalExcludingTax: 1000,
      total: 1190,
      totalExcludingTax: 1000,
    })
  })

  it('tax what is left after discounts', () => {
    expect(totalsOf([line(2000, { rates: [sales] })], [percent(50)]).taxes).toEqual([
      { rate: 'txr_sales', inclusive: false, amount: 83, taxable: 1000 },
    ])
  })

  it('add shipping and its tax', () => {
    expect(totalsOf([line(1000)], [], { amount: 500, rates: [sales] }).total).toBe(1541)
  })

  it('add up over any lines, discounts and rates', () => {
    const rate = fc
      .record({
        percentage: fc.integer({ min: 0, max: 300_000 }).map((each) => each / 10_000),
        inclusive: fc.boolean(),
      })
      .map((each): Rate => ({ ...each, id: `txr_${each.percentage}_${each.inclusive}` }))
    const discount = fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((each) => percent(each, `di_${each}`)),
      fc.integer({ min: 1, max: 100_000 }).map((each) => amount(each, `di_amount_${each}`)),
    )
    const lines = fc.array(
      fc.record({
        amount: fc.integer({ min: -50_000, max: 500_000 }),
        rates: fc.uniqueArray(rate, { selector: ({ id }) => id, maxLength: 3 }),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(lines, fc.uniqueArray(discount, { selector: ({ id }) => id, maxLength: 3 }), (rows, discounts) => {
        const totals = totalsOf(
          rows.map(({ amount: each, rates }) => line(each, { rates })),
          discounts,
        )
        const off = totals.discountAmounts.reduce((sum, each) => sum + each.amount, 0)
        const added = totals.lines.flatMap(({ taxes }) => taxes).filter((tax) => !tax.inclusive)
        expect(totals.total).toBe(totals.subtotal - off + added.reduce((sum, tax) => sum + tax.amount, 0))
        expect(totals.total - totals.totalExcludingTax).toBe(totals.taxes.reduce((sum, tax) => sum + tax.amount, 0))
        for (const [at, { discountAmounts }] of totals.lines.entries()) {
          const taken = discountAmounts.reduce((sum, each) => sum + each.amount, 0)
          expect(taken).toBeLessThanOrEqual(Math.max(0, rows[at]?.amount ?? 0))
        }
      }),
    )
  })
})

describe('inclusive taxes', () => {
  it('are taken out of the amount together', () => {
    const rates = [
      { id: 'a', percentage: 10, inclusive: true },
      { id: 'b', percentage: 10, inclusive: true },
    ]
    expect(taxesOf(1200, rates).map((tax) => [tax.amount, tax.taxable])).toEqual([
      [100, 1000],
      [100, 1000],
    ])
  })
})

describe('the balance of a customer', () => {
  it.each([
    ['no balance', 1000, 0, { amountDue: 1000, balanceChange: 0, tooSmall: 0 }],
    ['some credit', 1000, -300, { amountDue: 700, balanceChange: 300, tooSmall: 0 }],
    ['more credit than the total', 1000, -1500, { amountDue: 0, balanceChange: 1000, tooSmall: 0 }],
    ['a debt', 1000, 200, { amountDue: 1200, balanceChange: -200, tooSmall: 0 }],
    ['a credit as the total', -400, 0, { amountDue: 0, balanceChange: -400, tooSmall: 0 }],
    ['an amount too small to charge', 30, 0, { amountDue: 0, balanceChange: 30, tooSmall: 30 }],
  ])('settles %s', (_name, total, balance, settlement) => {
    expect(settle(total, balance, 50)).toEqual(settlement)
  })

  it('moves exactly what is not asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9999, max: 99_999 }),
        fc.integer({ min: -99_999, max: 9999 }),
        (total, balance) => {
          const { amountDue, balanceChange } = settle(total, balance, 50)
          expect(amountDue + (balance + balanceChange)).toBe(total + balance)
        },
      ),
    )
  })
})
