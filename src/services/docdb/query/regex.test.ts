import type { Document } from 'mongodb'
import { BSONRegExp } from 'mongodb'
import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { cpuTime } from '#testkit/steepness.ts'

const it = databaseTest()

// https://www.pcre.org/current/doc/html/pcre2pattern.html
describe('a regular expression', () => {
  it.for([
    ['b', '', 'abc', true],
    ['^b', '', 'abc', false],
    ['^B', 'im', 'a\nb', true],
    ['a.c', '', 'a\nc', false],
    ['a.c', '', 'a\rc', true],
    ['a.c', 's', 'a\nc', true],
    ['(?i)ABC', '', 'abc', true],
    ['(?x) a b # a comment', '', 'ab', true],
    ['a b', 'x', 'ab', true],
    [String.raw`a\ b`, 'x', 'a b', true],
    [String.raw`\Aabc\z`, '', 'abc', true],
    [String.raw`\s`, '', '\u00a0', false],
    [String.raw`\d+-\w+`, '', 'x 12-ab', true],
    [String.raw`\Qa.b\E+`, '', 'a.bbb', true],
    [String.raw`\x{1f600}`, '', '😀', true],
    [String.raw`a\-b\@c`, '', 'a-b@c', true],
    ['[[:alpha:]_]+[[:digit:]]', '', 'a_1', true],
    [String.raw`^[\w-.]+$`, '', 'a-b.c', true],
    ['^[]a]+$', '', ']a', true],
    [String.raw`^\p{Lu}\p{Ll}+$`, '', 'Ärzte', true],
    ['^.$', '', '😀', true],
    ['(?P<first>a)b', '', 'ab', true],
    ['^(?!draft)', '', 'draft', false],
    ['(?<=a)b', '', 'ab', true],
    [String.raw`(a|b)\1`, '', 'ab', false],
    [String.raw`(a|b)\1`, '', 'bb', true],
    ['(?>a+)ab', '', 'aaab', false],
    ['a++ab', '', 'aaab', false],
    ['(?:ab)*+c', '', 'ababc', true],
    [String.raw`(?>x)(a|b)\1`, '', 'xbb', true],
    ['É', 'i', 'é', true],
  ] as const)('/%s/%s and the text %j: %j', async ([pattern, options, text, matches], { client }) => {
    const texts = client.db('shop').collection<Document>('texts')
    await texts.insertOne({ text })
    expect(await texts.countDocuments({ text: { $regex: pattern, $options: options } })).toBe(matches ? 1 : 0)
  })

  it.for(['(', '[a', 'a{2,1}', '*a', '(?<n'])('%s is refused', async (pattern, { client }) => {
    const texts = client.db('shop').collection('texts')
    await expect(texts.findOne({ text: { $regex: pattern } })).rejects.toMatchObject({ code: 51_091 })
  })

  it('gives the places of its matches in code points, and the texts of its groups', async ({ client }) => {
    const find = async (regex: string) => {
      const stages = [
        { $documents: [{ text: '😀ab ac' }] },
        { $project: { _id: 0, found: { $regexFindAll: { input: '$text', regex } } } },
      ]
      const [found] = await client.db('shop').aggregate(stages).toArray()
      return found?.['found'] as unknown
    }
    const [ab, ac] = [
      { match: 'ab', idx: 1, captures: ['b'] },
      { match: 'ac', idx: 4, captures: ['c'] },
    ]
    expect(await find('a(b|c)')).toEqual([ab, ac])
    expect(await find('a(b|c)(?!x)')).toEqual([ab, ac])
    expect(await find('(?>a)(b|c)')).toEqual([ab, ac])
    expect(await find('(z)?b')).toEqual([{ match: 'b', idx: 2, captures: [null] }])
  })
})

const text = `${'a'.repeat(40)}!`

describe.each(['^(a+)+$', '^(?!x)(a+)+$', String.raw`^(a+)+\1x$`])('the pattern %s', (pattern) => {
  const regex = new BSONRegExp(pattern)
  const input = { input: '$text', regex: pattern }
  const matches: readonly (readonly [string, Document])[] = [
    ['$regex', { find: 'texts', filter: { text: { $regex: pattern } } }],
    ['a value', { find: 'texts', filter: { text: regex } }],
    ['$in', { find: 'texts', filter: { text: { $in: [regex] } } }],
    ['$not', { find: 'texts', filter: { text: { $not: regex } } }],
    ['$jsonSchema', { find: 'texts', filter: { $jsonSchema: { properties: { text: { pattern } } } } }],
    ['$regexMatch', { find: 'texts', filter: { $expr: { $regexMatch: input } } }],
    ['$regexFind', { find: 'texts', filter: { $expr: { $regexFind: input } } }],
    ['$regexFindAll', { find: 'texts', filter: { $expr: { $regexFindAll: input } } }],
    ['distinct', { distinct: 'texts', key: 'text', query: { text: regex } }],
    ['$pull', { update: 'texts', updates: [{ q: {}, u: { $pull: { tags: regex } } }] }],
    ['a validator', { insert: 'checked', documents: [{ text }] }],
  ]

  it.for(matches)('ends soon in %s', async ([_name, command], { client, docdb }) => {
    const shop = client.db('shop')
    docdb.collection('shop.texts').insert({ text, tags: [text] })
    await shop.createCollection('checked', { validator: { text: regex } })
    let outcome: unknown
    const cost = await cpuTime(async () => {
      outcome = await shop.command(command).catch((error: unknown) => error)
    })
    expect(cost).toBeLessThan(3000)
    if (outcome instanceof Error) expect([51_156, 121]).toContain((outcome as Error & { code: unknown }).code)
  })
})

it('takes no more than linear time for a text of a megabyte', async ({ client }) => {
  const texts = client.db('shop').collection('texts')
  await texts.insertOne({ text: 'a'.repeat(1_000_000) })
  const cost = await cpuTime(async () => expect(await texts.countDocuments({ text: /a*a*a*b/ })).toBe(0))
  expect(cost).toBeLessThan(3000)
})
