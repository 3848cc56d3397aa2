import { describe, expect, it } from 'vitest'
import { validIdentityPolicy, validManagedPolicy, validTrustPolicy } from './validate.ts'

const good = { Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::example_bucket' }

function identity(...statements: unknown[]): () => unknown {
  return () => validIdentityPolicy(JSON.stringify({ Version: '2012-10-17', Statement: statements }))
}

function trust(statement: object): () => unknown {
  const text = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  return () => validTrustPolicy(text, (arn) => arn.endsWith('/ada'))
}

describe('an identity-based policy', () => {
  it('is accepted in every form of the grammar', () => {
    expect(identity(good)).not.toThrow()
    expect(
      identity({
        ...good,
        Sid: 'One',
        Condition: { Bool: { 'aws:SecureTransport': true }, StringLike: { 's3:prefix': ['a', 'b'] } },
      }),
    ).not.toThrow()
    expect(() =>
      validIdentityPolicy(
        JSON.stringify({
          Version: '2012-10-17',
          Id: 'x',
          Statement: { Effect: 'Deny', NotAction: ['s3:*'], NotResource: '*' },
        }),
      ),
    ).not.toThrow()
  })

  it.each([
    ['no JSON', 'This is not a json document'],
    ['no statement', '{"Version":"2012-10-17"}'],
    ['no statements', '{"Version":"2012-10-17","Statement":[]}'],
    ['an unknown version', JSON.stringify({ Version: '2013-10-17', Statement: good })],
    ['an unknown member', JSON.stringify({ Version: '2012-10-17', Statement: good, Extra: 1 })],
    ['an unknown member of a statement', JSON.stringify({ Version: '2012-10-17', Statement: { ...good, Extra: 1 } })],
    ['an unknown effect', JSON.stringify({ Version: '2012-10-17', Statement: { ...good, Effect: 'Permit' } })],
    [
      'an unknown operator',
      JSON.stringify({ Version: '2012-10-17', Statement: { ...good, Condition: { Same: { 'aws:username': 'a' } } } }),
    ],
    ['both Action and NotAction', JSON.stringify({ Version: '2012-10-17', Statement: { ...good, NotAction: 's3:*' } })],
  ])('has syntax errors with %s', (_, text) => {
    expect(() => validIdentityPolicy(text)).toThrow('Syntax errors in policy.')
  })

  it('is parsed by the older parser too, which refuses dates, resources and the case of effects', () => {
    const dated = (value: string) => identity({ ...good, Condition: { DateLessThan: { 'aws:CurrentTime': value } } })
    for (const date of ['2019-07-01T13:20:15Z', '2016-12-13t2:00:00.593194+23', '2019', '-292275054']) {
      expect(dated(date)).not.toThrow()
    }
    for (const date of ['soon', '234-13', '2016-12-13t2:00:00.593194+1', '9223372036854775808']) {
      expect(dated(date)).toThrow('The policy failed legacy parsing')
    }
    for (const change of [
      { Effect: 'denY' },
      { Resource: 'arn:aws::fdsasf' },
      { Resource: 'arn:aws::::example_bucket' },
    ]) {
      expect(identity({ ...good, ...change })).toThrow('The policy failed legacy parsing')
    }
  })

  it('names no region for services without', () => {
    expect(identity({ ...good, Resource: 'arn:aws:s3:us-east-1::example_bucket' })).toThrow(
      'Resource arn:aws:s3:us-east-1::example_bucket can not contain region information.',
    )
    expect(identity({ ...good, Resource: 'arn:aws:iam:us-east-1::user/ada' })).toThrow(
      'IAM resource arn:aws:iam:us-east-1::user/ada cannot contain region information.',
    )
    expect(identity({ ...good, Resource: 'arn:aws:s3:us-east-1:123456789012:accesspoint/photos' })).not.toThrow()
  })

  it('may contain an empty block of conditions', () => {
    expect(identity({ ...good, Condition: { Anything: {} } })).not.toThrow()
  })

  it('needs its version when it is a managed policy', () => {
    expect(() => validIdentityPolicy(JSON.stringify({ Statement: good }))).not.toThrow()
    expect(() => validManagedPolicy(JSON.stringify({ Version: '2012-10-17', Statement: good }))).not.toThrow()
    expect(() => validManagedPolicy(JSON.stringify({ Statement: good }))).toThrow(
      'Policy document must be version 2012-10-17 or greater.',
    )
  })

  it("is refused with the vendor's messages", () => {
    expect(identity({ ...good, Principal: '*' })).toThrow('Policy document should not specify a principal.')
    expect(identity({ ...good, Action: 'invalid' })).toThrow(
      'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.',
    )
    expect(identity({ ...good, Action: 'a a:ListBucket' })).toThrow('Vendor a a is not valid')
    expect(identity({ ...good, Action: 's3:List:Bucket' })).toThrow('Actions/Condition can contain only one colon.')
    expect(identity({ ...good, Resource: 'adf' })).toThrow('Resource adf must be in ARN format or "*".')
    expect(identity({ ...good, Resource: 'a:b:cadfsdf' })).toThrow(
      'Partition "b" is not valid for resource "arn:b:cadfsdf:*:*:*".',
    )
    expect(identity({ ...good, Resource: 'aws:s3:::example_bucket' })).toThrow(
      'Partition "s3" is not valid for resource "arn:s3:::example_bucket:*".',
    )
    expect(identity({ ...good, Resource: 'arn:aws:s3::example_bucket' })).toThrow('The policy failed legacy parsing')
    expect(identity({ ...good, Resource: 'arn:aws' })).toThrow(
      'Resource vendor must be fully qualified and cannot contain regexes.',
    )
    expect(identity({ ...good, Resource: 'arn:aws:iam:::example' })).toThrow(
      'IAM resource path must either be "*" or start with user/, ',
    )
    expect(identity({ Effect: 'Allow', Action: 's3:ListBucket' })).toThrow('Policy statement must contain resources.')
    expect(identity({ Effect: 'Allow', Resource: '*' })).toThrow('Policy statement must contain actions.')
    expect(identity({ ...good, Sid: 'a' }, { ...good, Sid: 'a' })).toThrow(
      'Statement IDs (SID) in a single policy must be unique.',
    )
  })
})

describe('a trust policy', () => {
  const trusting = {
    Effect: 'Allow',
    Principal: { AWS: 'arn:aws:iam::123456789012:user/ada' },
    Action: 'sts:AssumeRole',
  }

  it('names the principals that may assume the role, and no resource', () => {
    expect(trust(trusting)).not.toThrow()
    expect(
      trust({
        ...trusting,
        Principal: { Service: 'lambda.amazonaws.com' },
        Action: ['sts:AssumeRole', 'sts:TagSession'],
      }),
    ).not.toThrow()
    expect(
      trust({ ...trusting, Principal: { Federated: 'accounts.google.com' }, Action: 'sts:AssumeRoleWithWebIdentity' }),
    ).not.toThrow()
    expect(trust({ ...trusting, Resource: '*' })).toThrow('Has prohibited field Resource')
    expect(trust({ Effect: 'Allow', Action: 'sts:AssumeRole' })).toThrow('Missing required field Principal')
    expect(trust({ ...trusting, Action: 's3:GetObject' })).toThrow(
      'AssumeRole policy may only specify STS AssumeRole actions.',
    )
    expect(() => validTrustPolicy('{', () => true)).toThrow('This policy contains invalid Json')
  })

  it('names only existing principals', () => {
    expect(trust({ ...trusting, Principal: { AWS: 'arn:aws:iam::123456789012:user/bob' } })).toThrow(
      'Invalid principal in policy: "AWS":"arn:aws:iam::123456789012:user/bob"',
    )
    expect(trust({ ...trusting, Principal: { AWS: 'ada' } })).toThrow('Invalid principal in policy: "AWS":"ada"')
    expect(trust({ ...trusting, Principal: { Service: 'lambda' } })).toThrow(
      'Invalid principal in policy: "SERVICE":"lambda"',
    )
  })
})
