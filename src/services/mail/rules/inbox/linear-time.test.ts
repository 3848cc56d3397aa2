import { describe, expect, it } from 'vitest'
import { parseAddress } from '../sending/addresses.ts'
import { codesOf } from './codes.ts'
import { linksOf } from './links.ts'
import { plainText } from './plain-text.ts'

/** Repeats a text to 300,000 characters. */
const long = (text: string): string => text.repeat(Math.ceil(300_000 / text.length))

/** Returns the CPU time of an action in milliseconds. */
function cpuTime(action: () => unknown): number {
  const before = process.cpuUsage()
  action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

// A quadratic scan of 300,000 characters takes tens of seconds; a linear one less than half of one on a busy machine.
const LIMIT = 3000

describe('input of 300,000 characters is scanned in linear time', () => {
  it.each([
    `${long(' ')}a@x.com`,
    `${long(' ')}<a@x.com>`,
    `"${long('\\')}" <a@x.com>`,
    `${long('a.')}@x.com`,
    `a@${long('x-')}.com`,
    `a@${long('x.')}com`,
    long('<'),
    `a@x.com${long(' ')}>`,
  ])('as an address (%#)', (written) => {
    expect(cpuTime(() => parseAddress(written))).toBeLessThan(LIMIT)
  })

  it.each([
    '<!--',
    '<',
    '<a ',
    '<a href="',
    "<a href='x",
    '<a href="x">',
    '<head>',
    '<head ',
    '<script>',
    '<style',
    '<a b=c d>',
    '&amp',
    'a',
    'a.',
    'a@',
    'a+://',
    ' ',
    'https://x)',
    '1234 ',
    'code ',
    'code 1234 ',
    'code: 123456\n',
    '_ ',
    '555-123-4567 ',
  ])('as a message of %j', (text) => {
    const html = long(text)
    const content = { subject: '', html, text: null }
    const scans = [
      () => plainText(html),
      () => linksOf(content),
      () => codesOf(content),
      () => codesOf({ ...content, text: `code ${html}` }),
    ]
    for (const scan of scans) expect(cpuTime(scan)).toBeLessThan(LIMIT)
  })

  it('as a URL followed by brackets', () => {
    const text = `https://x.test/${long('(')}${long(')')}${long(').')}`
    expect(cpuTime(() => linksOf({ html: null, text }))).toBeLessThan(LIMIT)
  })
})

describe('broken HTML is read as browsers read it', () => {
  it.each([
    ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['one <!-- two > three', 'one'],
    ['one <script> two', 'one'],
    ['one <head> two', 'one two'],
    ['one <b title="two > three">four</b>', 'one four'],
    ["<p class=don't>one</p><p>it's</p>", "one\nit's"],
    ['&copy; 2026 &eacute;t&eacute; &#8364;', '© 2026 été €'],
    ['a&nbsp;b&zwnj;c&shy;d', 'a bcd'],
    ['&unknown; &amp;lt;', '&unknown; &lt;'],
  ])('%j is %j', (html, text) => {
    expect(plainText(html).replaceAll(/\n+/g, '\n')).toBe(text)
  })
})
