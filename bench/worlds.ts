import { createWorld, sweep, type Seed, type World } from '../src/index.ts'
import { median } from './child.ts'

/** The times to keep a checkpoint and to go back to it, in milliseconds, in a world with the records of a seed. */
export async function checkpointTimes(seed: Seed): Promise<{ readonly keep: number; readonly restore: number }> {
  await using world = await createWorld({ services: ['codehost', 'mail'], seed })
  const keep: number[] = []
  const restore: number[] = []
  for (let round = 0; round < 50; round++) {
    const started = performance.now()
    await world.checkpoint('bench')
    const kept = performance.now()
    await world.restore('bench')
    keep.push(kept - started)
    restore.push(performance.now() - kept)
  }
  return { keep: median(keep), restore: median(restore) }
}

/** The time of a sweep over a body of ten calls without that of the body itself, in milliseconds. */
export async function sweepTime(seed: Seed): Promise<{ readonly sweep: number; readonly runs: number }> {
  await using world = await createWorld({ services: ['codehost'], seed })
  const body = (): Promise<number> => tenCalls(world)
  const invariant = (): boolean => true
  await sweep(world.codehost, body, { invariant, failures: ['500'] })
  let inBody = 0
  const timed = async (): Promise<void> => {
    const started = performance.now()
    await body().finally(() => (inBody += performance.now() - started))
  }
  const started = performance.now()
  const { results } = await sweep(world.codehost, timed, { invariant })
  return { sweep: performance.now() - started - inBody, runs: results.length }
}

async function tenCalls(world: World<'codehost'>): Promise<number> {
  let done = 0
  for (let call = 0; call < 10; call++) {
    const answer = await fetch(`${world.codehost.url}/repos/octocat/hello-world/issues`, {
      method: 'POST',
      headers: { authorization: 'Bearer bench' },
      body: JSON.stringify({ title: `Issue ${call}` }),
    }).catch(() => null)
    await answer?.text()
    done += 1
  }
  return done
}
