import { describe, expect, it } from 'vitest'
import { namedEmoji } from './emoji.ts'
import { linkedUrls, linkUrls, mentionedUsers, normalizeText } from './entities.ts'
import { richTextOf } from './rich-text.ts'

/** Returns the CPU time of an action in milliseconds. */
function cpuTime(action: () => unknown): number {
  const before = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

// A quadratic scan takes more than ten seconds; a linear one less than half of one even on a busy machine.
const LIMIT = 3000

describe('a text of 80,000 characters is scanned in linear time', () => {
  it.each([
    '*a ',
    '_a ',
    '~a ',
    '`a ',
    '*a _a ~a ',
    '*a*b',
    '**a ',
    '* ',
    '*',
    '*a_* ',
    '*a\n',
    '\n',
    '```',
    '```a',
    '``` ',
    '>',
    '> \n',
    '<',
    '<a',
    '<@U1> ',
    ':a',
    ':a:',
    ' ',
    '&lt;',
    'http://',
    'http://.',
    'https://a.b ',
    'a@b.',
    'a.',
    '&',
    '👋🏽',
  ])('of %j', (part) => {
    const text = part.repeat(80_000 / part.length)
    const scans = [
      () => richTextOf(text, 'b'),
      () => richTextOf(`*${text}*`, 'b'),
      () => richTextOf(text, 'b', { mrkdwn: false }),
      () => linkUrls(text),
      () => normalizeText(text),
      () => namedEmoji(`é${text}`),
      () => linkedUrls(text),
      () => mentionedUsers(text),
    ]
    for (const scan of scans) expect(cpuTime(scan)).toBeLessThan(LIMIT)
  })
})
