import { brotliDecompressSync } from 'node:zlib'
import { CODES } from './emoji-codes.generated.ts'

// The vendor's emoji. This module is large: only `await import` loads it.

/** The names that the vendor has of its own, which are no characters. */
const OWN = [
  'accessibility',
  'atom',
  'basecamp',
  'basecampy',
  'bowtie',
  'dependabot',
  'electron',
  'feelsgood',
  'finnadie',
  'fishsticks',
  'goberserk',
  'godmode',
  'hurtrealbad',
  'neckbeard',
  'octocat',
  'rage1',
  'rage2',
  'rage3',
  'rage4',
  'shipit',
  'suspect',
  'trollface',
]

/** Returns the paths of the pictures of all emoji, by name, in the order of the names. */
export function emojiPictures(): readonly (readonly [name: string, path: string])[] {
  const codes = JSON.parse(brotliDecompressSync(Buffer.from(CODES, 'base64')).toString()) as Record<string, string> // as packed
  const characters = Object.entries(codes).map(([name, code]) => [name, `unicode/${code}`] as const)
  return [...characters, ...OWN.map((name) => [name, name] as const)]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, file]) => [name, `/images/icons/emoji/${file}.png?v8`])
}
