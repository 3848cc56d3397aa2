import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Emulator } from '../../emulator.ts'
import { startCloud } from './cloud.fixture.ts'

const run = promisify(execFile)
const isInstalled = spawnSync('aws', ['--version']).status === 0

let emulator: Emulator<'cloud'>
let directory: string
beforeAll(async () => {
  emulator = await startCloud({ strict_auth: true })
  directory = await mkdtemp(join(tmpdir(), 'aws-cli-'))
})
afterAll(async () => {
  await emulator.close()
  await rm(directory, { recursive: true })
})

const aws = async (...parameters: string[]) =>
  (
    await run('aws', [...parameters, '--output', 'json'], {
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_DEFAULT_REGION: 'us-east-1',
        ...emulator.env,
      },
    })
  ).stdout

// Needs a program named aws, such as Debian's awscli. It is not a dependency, so the tests run only where it is
// installed.
describe.runIf(isInstalled)('the aws command line', () => {
  it('stores small and large files, lists and removes them', async () => {
    await aws('s3', 'mb', 's3://files')
    const [small, large, back] = ['small.txt', 'large.bin', 'back.bin'].map((name) => join(directory, name))
    if (small === undefined || large === undefined || back === undefined) throw new Error('three names are given')
    const bytes = randomBytes(9 * 1024 * 1024)
    await writeFile(small, 'small')
    await writeFile(large, bytes)
    await aws('s3', 'cp', small, 's3://files/a b/small.txt')
    await aws('s3api', 'put-object', '--bucket', 'files', '--key', 'large', '--body', large)
    expect(await aws('s3', 'ls', 's3://files')).toMatch(/PRE a b\/\n.* 9437184 large\n/)
    await aws('s3', 'cp', 's3://files/large', back)
    expect((await readFile(back)).equals(bytes)).toBe(true)
    expect(await (await fetch((await aws('s3', 'presign', 's3://files/a b/small.txt')).trim())).text()).toBe('small')
    await aws('s3', 'rb', 's3://files', '--force')
    await expect(aws('s3api', 'list-objects-v2', '--bucket', 'files')).rejects.toThrow(/\(NoSuchBucket\)/)
  }, 120_000)

  it("returns the caller's identity", async () => {
    expect(JSON.parse(await aws('sts', 'get-caller-identity'))).toMatchObject({
      Account: '123456789012',
      Arn: 'arn:aws:iam::123456789012:root',
    })
  }, 60_000)
})
