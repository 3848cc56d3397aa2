import { readFileSync } from 'node:fs'
import * as iam from '@aws-sdk/client-iam'
import * as s3 from '@aws-sdk/client-s3'
import * as sqs from '@aws-sdk/client-sqs'
import * as sts from '@aws-sdk/client-sts'
import { expect, it } from 'vitest'
import { operations } from './operations.generated.ts'

const page = readFileSync(new URL('../../../docs/cloud.md', import.meta.url), 'utf8')

/** Returns the operations that the table of the page lists for a service, by their state. */
function listed(service: string, ...states: readonly string[]): string[] {
  const rows = page.matchAll(new RegExp(`^\\| ${service} \\| ([\\w ]+) \\| (.*) \\|$`, 'gm'))
  return [...rows]
    .filter(([, state = '']) => states.includes(state))
    .flatMap(([, , names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    .toSorted()
}

it.each([
  ['S3', s3],
  ['SQS', sqs],
  ['IAM', iam],
  ['STS', sts],
] as const)("has every operation of %s in the page's table once, by what is there", (service, sdk) => {
  const there = operations
    .filter((each) => each.startsWith(`${service.toLowerCase()}:`))
    .map((each) => each.slice(service.length + 1))
  expect(listed(service, 'whole', 'stored only')).toEqual(there.toSorted())

  const commands = Object.keys(sdk).flatMap((name) => /^(\w+)Command$/.exec(name)?.[1] ?? [])
  expect(listed(service, 'not there')).toEqual(commands.filter((name) => !there.includes(name)).toSorted())
})
