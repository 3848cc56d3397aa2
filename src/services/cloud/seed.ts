import * as v from 'valibot'
import { accessKeyId, iamSection } from './seed/iam.ts'
import { s3Section } from './seed/s3.ts'
import { sqsSection } from './seed/sqs.ts'

const accountId = v.pipe(v.string(), v.regex(/^\d{12}$/, 'expected twelve digits, in quotation marks'))

/** An account beside the one of the section itself. */
const account = v.strictObject({
  account_id: accountId,
  access_key_id: v.optional(accessKeyId),
  secret_access_key: v.optional(
    v.pipe(v.string(), v.minLength(1), v.description("The secret of the root user's access key.")),
  ),
  s3: s3Section,
  sqs: sqsSection,
  iam: iamSection,
})

const flag = v.optional(v.boolean(), false)

/** The schema of the seed's `cloud` section. */
export const seed = v.strictObject({
  region: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'expected a region, such as us-east-1')),
    'us-east-1',
  ),
  account_id: v.optional(accountId, '123456789012'),
  s3: s3Section,
  sqs: sqsSection,
  iam: iamSection,
  accounts: v.optional(
    v.pipe(v.array(account), v.description('Further accounts, each with its own users, roles, buckets and queues.')),
    [],
  ),
  strict_auth: v.pipe(flag, v.description('Refuses unsigned requests and unknown access keys.')),
  enforce_iam: v.pipe(flag, v.description('Lets policies decide what a user or role may do.')),
})

/** The `cloud` section of a seed after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** The part of a seed that an account has, the one of the section itself as well. */
export type AccountSection = Pick<Section, 's3' | 'sqs' | 'iam'>

/** The section that `init` prints. */
export const starter = `region: us-east-1
account_id: '123456789012'
s3:
  buckets:
    - name: uploads
      versioning: false
      cors:                       # without rules, pages of other origins can't read the bucket
        - { allowed_origins: ['*'], allowed_methods: [GET, PUT, POST, DELETE, HEAD], allowed_headers: ['*'] }
      objects:
        - key: hello.txt
          body: Hello, world.
          content_type: text/plain
sqs:
  queues:
    - name: jobs
      attributes: { VisibilityTimeout: 30 }
iam:
  users:
    - user_name: developer
      access_key_id: AKIADEVELOPEREXAMPLE
      secret_access_key: developer-secret-access-key
  roles:
    - role_name: worker
      description: The role of the worker.
strict_auth: false                # true: only seeded and created access keys work
enforce_iam: false                # true: policies decide
`
