import { SQSClient } from '@aws-sdk/client-sqs'
import type { CloudSeed } from './cloud.fixture.ts'
import { policyOf, trustOf, type Keys } from './iam.fixture.ts'

// A seed with two accounts, and the keys of its principals.

export const HOME = '123456789012'
export const PARTNER = '210987654321'

export const partnerRoot: Keys = { accessKeyId: 'AKIAPARTNERROOTKEY00', secretAccessKey: 'partner-root' }
export const bea: Keys = { accessKeyId: 'AKIAPARTNERBEAKEY000', secretAccessKey: 'partner-bea' }
export const ada: Keys = { accessKeyId: 'AKIAHOMEADAKEY000000', secretAccessKey: 'home-ada' }

export const keyOf = ({ accessKeyId, secretAccessKey }: Keys) => ({
  access_key_id: accessKeyId,
  secret_access_key: secretAccessKey,
})
const everything = { policy_name: 'everything', document: policyOf('Allow', '*') }

export const seed: CloudSeed = {
  iam: {
    users: [{ user_name: 'ada', ...keyOf(ada), policies: [everything] }],
    roles: [{ role_name: 'deploy', assume_role_policy: trustOf({ AWS: `arn:aws:iam::${HOME}:user/ada` }) }],
  },
  s3: { buckets: [{ name: 'home', object_ownership: 'ObjectWriter', objects: [{ key: 'a.txt', body: 'home' }] }] },
  sqs: { queues: [{ name: 'jobs' }] },
  accounts: [
    {
      account_id: PARTNER,
      ...keyOf(partnerRoot),
      iam: {
        users: [{ user_name: 'bea', ...keyOf(bea), policies: [everything] }, { user_name: 'ada' }],
        roles: [
          { role_name: 'audit', assume_role_policy: trustOf({ AWS: `arn:aws:iam::${HOME}:root` }) },
          { role_name: 'closed', assume_role_policy: trustOf({ AWS: `arn:aws:iam::${PARTNER}:root` }) },
          {
            role_name: 'guarded',
            assume_role_policy: trustOf(
              { AWS: `arn:aws:iam::${HOME}:user/ada` },
              { StringEquals: { 'sts:ExternalId': 'contract-7' } },
            ),
          },
        ],
      },
      s3: { buckets: [{ name: 'partner', objects: [{ key: 'b.txt', body: 'partner' }] }] },
      sqs: { queues: [{ name: 'jobs' }, { name: 'results' }] },
    },
  ],
}

export const sqsClient = ({ url }: { readonly url: string }, credentials: Keys): SQSClient =>
  new SQSClient({ endpoint: url, region: 'us-east-1', credentials, maxAttempts: 1 })

export const bodyOf = async (answer: { Body?: { transformToString(): Promise<string> } | undefined }) =>
  answer.Body?.transformToString()
