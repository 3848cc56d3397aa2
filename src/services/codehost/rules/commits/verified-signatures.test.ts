import { expect, it, vi } from 'vitest'
import { commit } from '#codehost/git/objects.ts'
import { isVerified } from './verified-signatures.ts'

const person = { name: 'A', email: 'a@example.com', at: 1_700_000_000_000 }
const made = (message: string) =>
  commit({ tree: '0'.repeat(40), parents: [], author: person, committer: person, message })

it('a signature is verified once with each key, however often it is read', () => {
  const verify = vi.fn<() => boolean>(() => true)
  const [one, key] = [made('One'), {}]
  expect([1, 2, 3].map(() => isVerified(one, key, verify))).toEqual([true, true, true])
  expect(verify).toHaveBeenCalledTimes(1)
  verify.mockReturnValue(false)
  expect(isVerified(one, {}, verify)).toBe(false)
  expect(isVerified(made('Two'), key, verify)).toBe(false)
  expect(verify).toHaveBeenCalledTimes(3)
})
