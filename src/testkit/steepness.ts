/** The most that time may grow by when a size doubles. */
const GROWTH = 2.6

/** The least time of the processor that is compared, in milliseconds: below it the noise is as large. */
const FLOOR = 60

/** Returns the processor time of some work, in milliseconds: other programs of the machine add little to it. */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Returns the growth of a cost that grows too fast, in three measurements; null when one of them says otherwise. `cost`
 * measures some work with the function that it is given. The first of them reads a clock, which costs a thousandth of
 * what the processor time does: work that ends within the floor took no more of the processor than that.
 */
export async function steepness(
  cost: (scale: 1 | 2, timeOf: (work: () => unknown) => Promise<number>) => Promise<number>,
): Promise<string | null> {
  if ((await cost(2, wallTime)) < FLOOR) return null
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await cost(1, cpuTime), await cost(2, cpuTime)]
    const ratio = two < FLOOR ? 0 : two / Math.max(one, 1)
    if (ratio <= GROWTH) return null
    ratios.push(ratio)
  }
  return ratios.map((each) => each.toFixed(1)).join(', ')
}

async function wallTime(work: () => unknown): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
