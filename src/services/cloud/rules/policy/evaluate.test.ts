import { describe, expect, it } from 'vitest'
import { conditionContext } from './context.ts'
import { parsePolicy, type Policy } from './document.ts'
import { evaluate, type AccessRequest, type ApplicablePolicies, type Verdict } from './evaluate.ts'
import type { Requester } from './principals.ts'

const account = '123456789012'

const ada: Requester = {
  type: 'user',
  accountId: account,
  arn: `arn:aws:iam::${account}:user/ada`,
  sourceArn: null,
  uniqueId: 'AIDAQ3EGRIMCQEXAMPLE2',
  provider: null,
  service: null,
}
const session: Requester = {
  ...ada,
  type: 'assumed-role',
  arn: `arn:aws:sts::${account}:assumed-role/worker/build`,
  sourceArn: `arn:aws:iam::${account}:role/worker`,
  uniqueId: 'AROAQ3EGRIMCQEXAMPLE2',
}
const root: Requester = { ...ada, type: 'root', arn: `arn:aws:iam::${account}:root`, uniqueId: null }
const stranger: Requester = { ...ada, type: 'anonymous', accountId: null, arn: null, uniqueId: null }

type Statement = Readonly<Record<string, unknown>>

function policy(...statements: Statement[]): Policy {
  return parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement: statements }))
}

const allow = (Action: unknown, Resource: unknown = '*', more: Statement = {}): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
})
const deny = (Action: unknown, Resource: unknown = '*', more: Statement = {}): Statement => ({
  Effect: 'Deny',
  Action,
  Resource,
  ...more,
})

interface AccessCase extends Partial<ApplicablePolicies> {
  readonly requester?: Requester
  readonly keys?: Parameters<typeof conditionContext>[0]
  readonly resourceAccountId?: string | null
}

function ask(
  action: string,
  resource: string,
  { requester = ada, keys = {}, resourceAccountId = null, ...policies }: AccessCase,
): Verdict {
  const context = conditionContext(keys)
  const request: AccessRequest = { requester, action, resource, context, resourceAccountId }
  return evaluate(request, { identity: [], boundary: null, session: null, resource: null, ...policies })
}

const ALLOWED: Verdict = { allowed: true }
const notAllowedBy = (by: 'identity' | 'resource' | 'boundary' | 'session'): Verdict => ({
  allowed: false,
  explicit: false,
  by,
})
const deniedBy = (by: 'identity' | 'resource' | 'boundary' | 'session'): Verdict => ({
  allowed: false,
  explicit: true,
  by,
})

const photo = 'arn:aws:s3:::photos/2026/cat.jpg'

describe('identity-based policies', () => {
  it('allow nothing without a matching statement', () => {
    expect(ask('s3:GetObject', photo, {})).toEqual(notAllowedBy('identity'))
    expect(ask('s3:PutObject', photo, { identity: [policy(allow('s3:GetObject'))] })).toEqual(notAllowedBy('identity'))
  })

  it('allow when one of them does, unless one denies', () => {
    const reads = policy(allow('s3:GetObject', 'arn:aws:s3:::photos/*'))
    expect(ask('s3:GetObject', photo, { identity: [policy(allow('sqs:*')), reads] })).toEqual(ALLOWED)
    const locked = policy(deny('s3:*', 'arn:aws:s3:::photos/2026/*'))
    expect(ask('s3:GetObject', photo, { identity: [reads, locked] })).toEqual(deniedBy('identity'))
    expect(ask('s3:GetObject', 'arn:aws:s3:::photos/2025/a', { identity: [reads, locked] })).toEqual(ALLOWED)
  })

  it('match actions with wildcards, ignoring case', () => {
    expect(ask('s3:GetObject', photo, { identity: [policy(allow('S3:get*'))] })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { identity: [policy(allow('s3:?etObject'))] })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { identity: [policy(allow('s3:Get'))] })).toEqual(notAllowedBy('identity'))
    expect(ask('s3:GetObject', photo, { identity: [policy(allow('*'))] })).toEqual(ALLOWED)
  })

  it('can exclude actions and resources with NotAction and NotResource', () => {
    const allButIam = policy({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' })
    expect(ask('s3:GetObject', photo, { identity: [allButIam] })).toEqual(ALLOWED)
    expect(ask('iam:GetUser', '*', { identity: [allButIam] })).toEqual(notAllowedBy('identity'))
    const elsewhere = policy(allow('s3:*'), {
      Effect: 'Deny',
      Action: 's3:*',
      NotResource: ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*'],
    })
    expect(ask('s3:GetObject', photo, { identity: [elsewhere] })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', 'arn:aws:s3:::payroll/a', { identity: [elsewhere] })).toEqual(deniedBy('identity'))
  })

  it('match each part of an ARN separately', () => {
    const queues = policy(allow('sqs:*', 'arn:aws:sqs:*:123456789012:jobs-*'))
    expect(ask('sqs:SendMessage', 'arn:aws:sqs:eu-west-1:123456789012:jobs-a', { identity: [queues] })).toEqual(ALLOWED)
    expect(ask('sqs:SendMessage', 'arn:aws:sqs:eu-west-1:999999999999:jobs-a', { identity: [queues] })).toEqual(
      notAllowedBy('identity'),
    )
    const short = policy(allow('sqs:*', 'arn:aws:sqs:*:jobs'))
    expect(ask('sqs:SendMessage', 'arn:aws:sqs:eu-west-1:123456789012:jobs', { identity: [short] })).toEqual(
      notAllowedBy('identity'),
    )
  })

  it('replace variables by their values, whose wildcards are literal', () => {
    const home = policy(allow('s3:*', 'arn:aws:s3:::home/${aws:username}/*'))
    expect(
      ask('s3:GetObject', 'arn:aws:s3:::home/ada/a', { identity: [home], keys: { 'aws:username': 'ada' } }),
    ).toEqual(ALLOWED)
    expect(
      ask('s3:GetObject', 'arn:aws:s3:::home/bob/a', { identity: [home], keys: { 'aws:username': 'ada' } }),
    ).toEqual(notAllowedBy('identity'))
    expect(ask('s3:GetObject', 'arn:aws:s3:::home/bob/a', { identity: [home], keys: { 'aws:username': '*' } })).toEqual(
      notAllowedBy('identity'),
    )
    // A session has no user name, so the statement does not match.
    expect(ask('s3:GetObject', 'arn:aws:s3:::home//a', { identity: [home] })).toEqual(notAllowedBy('identity'))
    const team = policy(allow('s3:*', "arn:aws:s3:::${aws:PrincipalTag/team, 'everybody'}/*"))
    expect(ask('s3:GetObject', 'arn:aws:s3:::everybody/a', { identity: [team] })).toEqual(ALLOWED)
    expect(
      ask('s3:GetObject', 'arn:aws:s3:::web/a', { identity: [team], keys: { 'aws:PrincipalTag/team': 'web' } }),
    ).toEqual(ALLOWED)
    const starred = policy(allow('s3:*', 'arn:aws:s3:::photos/${*}.jpg'))
    expect(ask('s3:GetObject', 'arn:aws:s3:::photos/*.jpg', { identity: [starred] })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', 'arn:aws:s3:::photos/a.jpg', { identity: [starred] })).toEqual(notAllowedBy('identity'))
  })

  it('of the old version have no variables', () => {
    const old = parsePolicy(
      JSON.stringify({ Version: '2008-10-17', Statement: allow('s3:*', 'arn:aws:s3:::home/${aws:username}/*') }),
    )
    expect(
      ask('s3:GetObject', 'arn:aws:s3:::home/ada/a', { identity: [old], keys: { 'aws:username': 'ada' } }),
    ).toEqual(notAllowedBy('identity'))
  })
})

describe('permissions boundaries and session policies', () => {
  const everything = policy(allow('*'))

  it('allow nothing by themselves', () => {
    expect(ask('s3:GetObject', photo, { boundary: everything })).toEqual(notAllowedBy('identity'))
    expect(ask('s3:GetObject', photo, { requester: session, session: [everything] })).toEqual(notAllowedBy('identity'))
  })

  it('limit the identity-based policies', () => {
    const storage = policy(allow(['s3:*', 'sqs:*']))
    expect(ask('s3:GetObject', photo, { identity: [everything], boundary: storage })).toEqual(ALLOWED)
    expect(ask('iam:CreateUser', '*', { identity: [everything], boundary: storage })).toEqual(notAllowedBy('boundary'))
    expect(ask('s3:GetObject', photo, { identity: [everything], boundary: policy(allow('*'), deny('s3:*')) })).toEqual(
      deniedBy('boundary'),
    )
    expect(
      ask('s3:PutObject', photo, { requester: session, identity: [everything], session: [policy(allow('s3:Get*'))] }),
    ).toEqual(notAllowedBy('session'))
    expect(ask('s3:GetObject', photo, { requester: session, identity: [everything], session: [] })).toEqual(
      notAllowedBy('session'),
    )
    expect(
      ask('s3:GetObject', photo, {
        requester: session,
        identity: [everything],
        session: [everything, policy(deny('s3:*'))],
      }),
    ).toEqual(deniedBy('session'))
  })
})

describe('a resource policy', () => {
  const toWhom = (Principal: unknown, more: Statement = {}): Policy =>
    policy({ ...allow('s3:GetObject', 'arn:aws:s3:::photos/*'), Principal, ...more })

  it('is enough for the user it names, whatever the permissions boundary', () => {
    const boundary = policy(allow('sqs:*'))
    expect(
      ask('s3:GetObject', photo, { resource: toWhom({ AWS: `arn:aws:iam::${account}:user/ada` }), boundary }),
    ).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { resource: toWhom({ AWS: 'AIDAQ3EGRIMCQEXAMPLE2' }) })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { resource: toWhom({ AWS: `arn:aws:iam::${account}:user/bob` }) })).toEqual(
      notAllowedBy('identity'),
    )
  })

  it('leaves the decision to the account that it names', () => {
    for (const AWS of [account, `arn:aws:iam::${account}:root`]) {
      expect(ask('s3:GetObject', photo, { resource: toWhom({ AWS }) })).toEqual(notAllowedBy('identity'))
      expect(ask('s3:GetObject', photo, { resource: toWhom({ AWS }), identity: [policy(allow('s3:*'))] })).toEqual(
        ALLOWED,
      )
    }
  })

  it('replaces only the identity-based policies for the role it names, and is enough for the session it names', () => {
    const limited = { requester: session, session: [policy(allow('sqs:*'))] }
    const role = toWhom({ AWS: `arn:aws:iam::${account}:role/worker` })
    expect(ask('s3:GetObject', photo, { requester: session, resource: role })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { ...limited, resource: role })).toEqual(notAllowedBy('session'))
    expect(
      ask('s3:GetObject', photo, { requester: session, resource: role, boundary: policy(allow('sqs:*')) }),
    ).toEqual(notAllowedBy('boundary'))
    expect(
      ask('s3:GetObject', photo, {
        ...limited,
        resource: toWhom({ AWS: `arn:aws:sts::${account}:assumed-role/worker/build` }),
      }),
    ).toEqual(ALLOWED)
  })

  it('lets anonymous requests do what it allows everyone, and nothing else', () => {
    expect(ask('s3:GetObject', photo, { requester: stranger, resource: toWhom('*') })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { requester: stranger, resource: toWhom({ AWS: '*' }) })).toEqual(ALLOWED)
    expect(ask('s3:PutObject', photo, { requester: stranger, resource: toWhom('*') })).toEqual(notAllowedBy('resource'))
    expect(ask('s3:GetObject', photo, { requester: stranger, resource: toWhom({ AWS: account }) })).toEqual(
      notAllowedBy('resource'),
    )
  })

  it('denies even root', () => {
    expect(ask('s3:GetObject', photo, { requester: root })).toEqual(ALLOWED)
    const shut = policy({ ...deny('s3:*', ['arn:aws:s3:::photos', 'arn:aws:s3:::photos/*']), Principal: '*' })
    expect(ask('s3:GetObject', photo, { requester: root, resource: shut })).toEqual(deniedBy('resource'))
  })

  it('names services by their own names', () => {
    const service: Requester = { ...stranger, type: 'service', service: 's3.amazonaws.com' }
    expect(
      ask('s3:GetObject', photo, { requester: service, resource: toWhom({ Service: 's3.amazonaws.com' }) }),
    ).toEqual(ALLOWED)
    expect(
      ask('s3:GetObject', photo, { requester: service, resource: toWhom({ Service: 'sns.amazonaws.com' }) }),
    ).toEqual(notAllowedBy('resource'))
  })

  it('exempts principals that a NotPrincipal names with their account, and sessions with their role', () => {
    const allBut = (...AWS: string[]): Policy =>
      policy({ ...deny('s3:*', 'arn:aws:s3:::photos/*'), NotPrincipal: { AWS } })
    const identity = [policy(allow('s3:*'))]
    const whole = `arn:aws:iam::${account}:root`
    expect(
      ask('s3:GetObject', photo, { identity, resource: allBut(whole, `arn:aws:iam::${account}:user/ada`) }),
    ).toEqual(ALLOWED)
    expect(
      ask('s3:GetObject', photo, { identity, resource: allBut(whole, `arn:aws:iam::${account}:user/bob`) }),
    ).toEqual(deniedBy('resource'))
    expect(
      ask('s3:GetObject', photo, {
        identity,
        requester: session,
        resource: allBut(whole, `arn:aws:iam::${account}:role/worker`),
      }),
    ).toEqual(deniedBy('resource'))
    const named = allBut(
      whole,
      `arn:aws:iam::${account}:role/worker`,
      `arn:aws:sts::${account}:assumed-role/worker/build`,
    )
    expect(ask('s3:GetObject', photo, { identity, requester: session, resource: named })).toEqual(ALLOWED)
  })
})

describe('a resource of another account', () => {
  const names = (AWS: string) => policy({ ...allow('s3:GetObject', 'arn:aws:s3:::photos/*'), Principal: { AWS } })
  const identity = [policy(allow('s3:*'))]
  const resourceAccountId = '999999999999'

  it('needs the policies of both sides', () => {
    const own = ada.arn ?? ''
    expect(ask('s3:GetObject', photo, { identity, resourceAccountId })).toEqual(notAllowedBy('resource'))
    expect(ask('s3:GetObject', photo, { resource: names(own), resourceAccountId })).toEqual(notAllowedBy('identity'))
    expect(ask('s3:GetObject', photo, { identity, resource: names(own), resourceAccountId })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { identity, resource: names('*'), resourceAccountId })).toEqual(ALLOWED)
  })

  it('can be granted to the account by an ACL', () => {
    expect(ask('s3:GetObject', photo, { identity, grantedByAcl: true, resourceAccountId })).toEqual(ALLOWED)
    expect(ask('s3:GetObject', photo, { grantedByAcl: true, resourceAccountId })).toEqual(notAllowedBy('identity'))
  })
})
