import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { CallOf } from '#core/service.ts'
import { notes } from '#testkit/notes.ts'
import { fuzz } from './fuzz.ts'
import { httpTarget } from './http.ts'

describe('the fuzzer', () => {
  const { post } = routesFor<CallOf<typeof notes.collections, { readonly name: string }>>()
  const findingsOf = async (work: (title: string) => void) => {
    const route = post('notes/break', '/break', body(v.object({ title: v.string() })), (call) => {
      work(call.body.title)
      return json({})
    })
    const target = httpTarget({ ...notes, authenticate: () => null, routes: [route] })
    return (await fuzz({ name: 'http:broken', target, seed: 1, time: 20_000, rounds: 3 })).found
  }

  it('finds an answer of 500 that one text causes, with the command that repeats it', async () => {
    const found = await findingsOf((title) => {
      if (title === '__proto__') throw new Error('a defect')
    })
    expect(found[0]?.flaw).toContain('answered 500')
    expect(found[0]?.sent).toContain('POST /break')
    expect(found[0]?.repeat).toMatch(/^npm run fuzz -- --only http:broken --seed \d --rounds 1$/)
  })

  it('finds an answer that takes the processor too long', async () => {
    let left = 1
    const found = await findingsOf(() => {
      if (left-- <= 0) return
      const before = process.cpuUsage()
      const spent = (): number => {
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      while (spent() < 1_300_000);
    })
    expect(found.map(({ flaw }) => flaw)).toEqual([expect.stringMatching(/^took \d+ ms of the processor$/)])
  })

  it('finds an error that nobody catches', async () => {
    const target = async () => ({
      async round() {
        setImmediate(() => {
          throw new Error('nobody catches this')
        })
        await new Promise((resolve) => setTimeout(resolve, 10))
        return []
      },
      async [Symbol.asyncDispose]() {},
    })
    const before = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    try {
      const { found } = await fuzz({ name: 'thrown', target, seed: 1, time: 1000, rounds: 1 })
      expect(found[0]?.flaw).toContain('uncaught: Error: nobody catches this')
    } finally {
      for (const each of before) process.on('uncaughtException', each)
    }
  })
})
