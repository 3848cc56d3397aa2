import { describe, expect, it } from 'vitest'
import { parseForm } from './form.ts'

/** Returns the CPU time of reading a form, in milliseconds. */
function cpuTime(form: string): number {
  const before = process.cpuUsage()
  parseForm(form)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('a form', () => {
  it('has lists whose items name no position: each value is a new item', () => {
    expect(parseForm('a[]=x&a[]=y&a[7]=z&a[]=w')).toEqual({ a: { 0: 'x', 1: 'y', 7: 'z', 3: 'w' } })
    expect(parseForm('a[b][]=x&a[b][]=y')).toEqual({ a: { b: { 0: 'x', 1: 'y' } } })
    expect(parseForm('a[][p]=x&a[][q]=y')).toEqual({ a: { 0: { p: 'x', q: 'y' } } })
  })

  it('has lists of hashes without positions, where a name that comes again begins the next hash', () => {
    expect(parseForm('a[][p]=1&a[][q]=2&a[][p]=3&a[][q]=4')).toEqual({
      a: { 0: { p: '1', q: '2' }, 1: { p: '3', q: '4' } },
    })
    expect(parseForm('a[][p][r]=1&a[][p][s]=2&a[][p][r]=3')).toEqual({
      a: { 0: { p: { r: '1', s: '2' } }, 1: { p: { r: '3' } } },
    })
    expect(parseForm('a[][p][]=1&a[][p][]=2&a[][q]=3')).toEqual({ a: { 0: { p: { 0: '1', 1: '2' }, q: '3' } } })
    expect(parseForm('a[]=1&a[][p]=2')).toEqual({ a: { 0: '1', 1: { p: '2' } } })
  })

  // Quadratic time takes a minute here.
  it.each(['a[]=&', 'expand[]=a&', 'a[b][]=&', 'a[][b]=&', 'a[][]=&', 'a[0]=&'])(
    'of 60,000 parameters %s is read in linear time',
    (parameter) => {
      expect(cpuTime(parameter.repeat(60_000))).toBeLessThan(5000)
    },
  )
})
