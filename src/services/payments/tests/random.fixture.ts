/** Returns a source of numbers from 0 to `below` that repeats for the same seed (a linear congruential generator). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Runs a step that the state may refuse, such as a refund of a disputed charge. Other errors are rethrown. */
export async function attempt(step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode
    if (status !== 400 && status !== 402) throw error
  }
}

/** Returns the items of all pages of a list. */
export async function everyOne<T extends { id: string }>(pages: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of pages) items.push(item)
  return items
}
