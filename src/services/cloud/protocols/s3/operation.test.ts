import * as S3 from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { s3Client, cloudTest } from '#cloud/cloud.fixture.ts'
import { operations } from '#cloud/operations.generated.ts'

const it = cloudTest()

/** The members that at least one command requires. */
const INPUT = {
  Bucket: 'photos',
  Key: 'a.txt',
  CopySource: 'photos/a.txt',
  RenameSource: 'photos/a.txt',
  UploadId: 'upload',
  PartNumber: 1,
  Id: 'id',
  AnnotationName: 'name',
}

/** Commands for other hosts of the vendor, which look like other operations at one endpoint. */
const ELSEWHERE = new Set(['ListDirectoryBuckets', 'WriteGetObjectResponse'])

type Command = Parameters<S3.S3Client['send']>[0]

const commands = Object.entries(S3).flatMap(([exported, made]) => {
  const [, name] = /^(\w+)Command$/.exec(exported) ?? []
  return name === undefined || ELSEWHERE.has(name) ? [] : [[name, made as unknown as new (input: object) => Command]] // a class whose name ends in Command
}) as [string, new (input: object) => Command][] // pairs of a name and a class

it('identifies every command of the SDK correctly, or not at all', async ({ cloud }) => {
  const s3 = s3Client(cloud)
  const taken: Record<string, string | null | undefined> = {}
  for (const [name, Made] of commands) {
    const before = cloud.requests.length
    await s3.send(new Made(INPUT)).catch(() => null)
    expect(cloud.requests.length, name).toBeGreaterThan(before)
    taken[name] = cloud.requests.at(-1)?.operation
  }
  const expected = commands.map(([name]) => [name, operations.includes(`s3:${name}`) ? `s3:${name}` : null])
  expect(commands.length).toBeGreaterThan(90)
  expect(taken).toEqual(Object.fromEntries(expected))
})

it('names the nearest operation for a request that is not implemented', async ({ cloud }) => {
  const answerText = async (method: string, path: string) => (await fetch(cloud.url + path, { method })).text()
  expect(await answerText('GET', '/photos?abac=1')).toMatch(
    /GET \/photos\?abac; the nearest operation is one with \?accelerate, \?acl,/,
  )
  expect(await answerText('POST', '/photos/a.txt')).toContain('is one with ?restore, ?select, ?uploadId, ?uploads<')
  expect(await answerText('POST', '/')).toContain(
    'that names an operation: by X-Amz-Target, or by Action and a Version',
  )
})
