import { gzipSync } from 'node:zlib'
import { PutObjectCommand, SelectObjectContentCommand, type SelectObjectContentCommandInput } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'tables'
const PEOPLE = 'name,age,city\nAda,36,London\n"Lovelace, A.",12,Paris\n# a comment\nBob,41,\n'
const ORDERS =
  '{"id":1,"items":[{"sku":"a","n":2},{"sku":"b","n":1}],"by":{"name":"Ada"}}\n{"id":2,"items":[],"gift":null}'

/** The lines `a,b` and `1,2` with BZIP2. */
const PACKED = 'QlpoOTFBWSZTWb+HQH8AAANZAAAQAAQwADAAIAAwwAhpsogjJ4u5IpwoSF/DoD+A'

const it = cloudTest({
  s3: {
    buckets: [
      {
        name: Bucket,
        objects: [
          { key: 'people.csv', body: PEOPLE },
          { key: 'orders.json', body: ORDERS },
        ],
      },
    ],
  },
}).extend('query', ({ s3 }) => async (Expression: string, more: Partial<SelectObjectContentCommandInput> = {}) => {
  const isJson = (more.Key ?? '').includes('json')
  const { Payload } = await s3.send(
    new SelectObjectContentCommand({
      Bucket,
      Key: 'people.csv',
      Expression,
      ExpressionType: 'SQL',
      InputSerialization: isJson ? { JSON: { Type: 'LINES' } } : { CSV: { FileHeaderInfo: 'USE' } },
      OutputSerialization: isJson ? { JSON: { RecordDelimiter: ';' } } : { CSV: { RecordDelimiter: ';' } },
      ...more,
    }),
  )
  let records = ''
  const events: string[] = []
  let stats: unknown
  for await (const event of Payload ?? []) {
    events.push(...Object.keys(event))
    if (event.Records !== undefined) records += Buffer.from(event.Records.Payload ?? []).toString()
    if (event.Stats !== undefined) stats = event.Stats.Details
  }
  return { records, events, stats }
})

const json = { Key: 'orders.json' }

it.for([
  ['SELECT * FROM S3Object', 'Ada,36,London;"Lovelace, A.",12,Paris;Bob,41,;'],
  ["SELECT s.name FROM S3Object s WHERE CAST(s.age AS INT) > 30 AND s.city <> ''", 'Ada;'],
  ['select _1, s._2 from s3object as s where s.age between 30 and 40', 'Ada,36;'],
  [
    'SELECT COUNT(*), SUM(CAST(age AS INT)), MIN(name), AVG(CAST(age AS FLOAT)) FROM S3Object',
    '3,89,Ada,29.666666666666668;',
  ],
  ["SELECT UPPER(name) FROM S3Object WHERE name LIKE 'L%' OR city IN ('London', 'Rome')", 'ADA;"LOVELACE, A.";'],
  ["SELECT name FROM S3Object WHERE NOT name LIKE '_d_' LIMIT 1", '"Lovelace, A.";'],
  ["SELECT SUBSTRING(name, 1, 2) || '!', CHAR_LENGTH(city) FROM S3Object LIMIT 1", 'Ad!,6;'],
  ["SELECT TRIM(LEADING 'A' FROM name), NULLIF(city, 'London') FROM S3Object LIMIT 1", 'da,;'],
  ["SELECT CASE WHEN CAST(age AS INT) < 18 THEN 'child' ELSE 'adult' END FROM S3Object", 'adult;child;adult;'],
  ['SELECT CAST(age AS INT) * 2 - 1 FROM S3Object WHERE "name" = \'Ada\'', '71;'],
] as const)('answers of CSV: %s', async ([expression, expected], { query }) => {
  expect((await query(expression)).records).toBe(expected)
})

it.for([
  ['SELECT * FROM S3Object s WHERE s.id = 2', '{"id":2,"items":[],"gift":null};'],
  ['SELECT s.by.name, s.items[1].sku AS second FROM S3Object s', '{"name":"Ada","second":"b"};{};'],
  ['SELECT * FROM S3Object[*].items[*]', '{"sku":"a","n":2};{"sku":"b","n":1};'],
  ['SELECT COUNT(*) AS many FROM S3Object[*].items[*] i WHERE i.n > 1', '{"many":1};'],
  ['SELECT s.id FROM S3Object s WHERE s.by IS MISSING', '{"id":2};'],
  ['SELECT s.id FROM S3Object s WHERE s.gift IS NOT NULL OR s.gift IS MISSING', '{"id":1};'],
  ['SELECT MAX(s.id), COALESCE(NULL, 5) FROM S3Object s', '{"_1":2,"_2":5};'],
] as const)('answers of JSON: %s', async ([expression, expected], { query }) => {
  expect((await query(expression, json)).records).toBe(expected)
})

it('sends the records, what it has read, and the end', async ({ query, s3 }) => {
  const { events, stats } = await query('SELECT name FROM S3Object', { RequestProgress: { Enabled: true } })
  expect(events).toEqual(['Records', 'Progress', 'Stats', 'End'])
  const size = Buffer.byteLength(PEOPLE)
  expect(stats).toEqual({ BytesScanned: size, BytesProcessed: size, BytesReturned: 'Ada;"Lovelace, A.";Bob;'.length })
  await s3.send(new PutObjectCommand({ Bucket, Key: 'zipped', Body: gzipSync(PEOPLE) }))
  const zipped = { Key: 'zipped', InputSerialization: { CSV: {}, CompressionType: 'GZIP' as const } }
  expect((await query('SELECT COUNT(*) FROM S3Object', zipped)).records).toBe('4;')
  await s3.send(new PutObjectCommand({ Bucket, Key: 'packed', Body: Buffer.from(PACKED, 'base64') }))
  const packed = { Key: 'packed', InputSerialization: { CSV: {}, CompressionType: 'BZIP2' as const } }
  expect((await query('SELECT _2 FROM S3Object', packed)).records).toBe('b;2;')
})

it('takes the words of its request in any case', async ({ query }) => {
  // The SDK's types have the words in capitals only.
  const InputSerialization = { CSV: { FileHeaderInfo: 'Use' }, CompressionType: 'None' } as never
  const OutputSerialization = { CSV: { QuoteFields: 'Always' } } as never
  const { records } = await query('SELECT name FROM S3Object LIMIT 1', { InputSerialization, OutputSerialization })
  expect(records).toBe('"Ada"\n')
})

it.for(['GZIP', 'BZIP2'] as const)('refuses what is not compressed with %s', async (CompressionType, { query }) => {
  await expect(
    query('SELECT * FROM S3Object', { InputSerialization: { CSV: {}, CompressionType } }),
  ).rejects.toMatchObject({
    name: 'InvalidCompressionFormat',
    message: `${CompressionType} is not applicable to the queried object. Please correct the request and try again.`,
  })
})

it.for([
  ['DELETE FROM S3Object', 'ParseExpectedKeyword'],
  ['SELECT *', 'ParseSelectMissingFrom'],
  ['SELECT * FROM S3Object WHERE', 'ParseUnexpectedToken'],
  ['SELECT ~ FROM S3Object', 'LexerInvalidChar'],
  ['SELECT SOUNDEX(name) FROM S3Object', 'UnsupportedFunction'],
  ['SELECT LOWER(name, city) FROM S3Object', 'EvaluatorInvalidArguments'],
  ['SELECT MAX(*) FROM S3Object', 'ParseUnsupportedCallWithStar'],
  ['SELECT CAST(name AS INT) FROM S3Object', 'CastFailed'],
  [`SELECT ${'('.repeat(500)}1 FROM S3Object`, 'ExpressionTooLong'],
] as const)('refuses %s', async ([expression, name], { query }) => {
  await expect(query(expression)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } })
})

it.for(['(', 'NOT ', '-', 'NOT(', 'LOWER(', 'TRIM(FROM ', 'CAST(', 'CASE ', 'a IN (', 'a OR '])(
  'refuses a condition of thousands of %s',
  async (part, { query }) => {
    const tooLong = query(`SELECT * FROM S3Object WHERE ${part.repeat(6000)}a`)
    await expect(tooLong).rejects.toMatchObject({ name: 'ExpressionTooLong' })
    // Short enough that the parser reads all of it.
    const unfinished = query(`SELECT * FROM S3Object WHERE ${part.repeat(45)},`)
    await expect(unfinished).rejects.toMatchObject({ name: 'ParseUnexpectedToken' })
  },
)
