import { parseArgs } from 'node:util'
import { fuzz, TARGETS, type Found } from './fuzz.ts'

// `npm run fuzz -- --minutes 5 --seed 7 --only http:mail`: every target gets the same share of the time.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
  },
})

const names = Object.keys(TARGETS).filter((name) => values.only?.some((each) => name.startsWith(each)) ?? true)
if (names.length === 0) throw new TypeError(`--only: expected the beginning of ${Object.keys(TARGETS).join(', ')}`)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000))
const time = (Number(values.minutes) * 60_000) / names.length
const rounds = values.rounds === undefined ? {} : { rounds: Number(values.rounds) }

const all: Found[] = []
for (const name of names) {
  const { found, rounds: done } = await fuzz({ name, seed, time, ...rounds })
  process.stdout.write(`${name}: ${done} rounds from seed ${seed}, ${found.length} findings\n`)
  const shown = new Set<string>()
  for (const { sent, flaw, repeat } of found) {
    // One cause is found many times; its first lines are enough.
    const kind = flaw.slice(0, 160)
    if (shown.has(kind)) continue
    shown.add(kind)
    process.stdout.write(`  ${flaw}\n    sent: ${sent}\n    repeat: ${repeat}\n`)
  }
  all.push(...found)
}
process.exit(all.length === 0 ? 0 : 1)
