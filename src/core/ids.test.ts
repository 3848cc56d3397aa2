import { describe, expect, it } from 'vitest'
import { storedIds } from './ids.ts'

const idsAt = (origin: string) => {
  let position = 0
  const next = () => (position += 1)
  return storedIds(
    'test',
    () => ({ next }) as never,
    () => origin,
  ) // the source only calls `next`
}
const here = 'http://127.0.0.1:4001'
const elsewhere = 'http://127.0.0.1:4002'

describe('the ids of an instance', () => {
  it('are the same at every origin', () => {
    const [one, other] = [idsAt(here), idsAt(elsewhere)]
    expect([other.hex(20), other.base62(24), other.uuid()]).toEqual([one.hex(20), one.base62(24), one.uuid()])
  })
})

describe('the secrets of an instance', () => {
  it('are the same in every run at the same origin', () => {
    expect(idsAt(here).secret.base62(24)).toBe(idsAt(here).secret.base62(24))
  })

  it('differ between two origins', () => {
    expect(idsAt(here).secret.base62(24)).not.toBe(idsAt(elsewhere).secret.base62(24))
  })

  it('leave the ids after them as they are', () => {
    const [one, other] = [idsAt(here), idsAt(elsewhere)]
    one.secret.hex(20)
    other.secret.hex(20)
    expect(other.hex(20)).toBe(one.hex(20))
  })
})
