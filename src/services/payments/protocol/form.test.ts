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

  // Quadratic time takes a minute here.
  it.each(['a[]=&', 'expand[]=a&', 'a[b][]=&', 'a[][b]=&', 'a[][]=&', 'a[0]=&'])(
    'of 60,000 parameters %s is read in linear time',
    (parameter) => {
      expect(cpuTime(parameter.repeat(60_000))).toBeLessThan(5000)
    },
  )
})
