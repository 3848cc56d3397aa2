import { describe, expectTypeOf, it } from 'vitest'
import { collection, sequence, value, type Collections } from './store.ts'

// `npm run check` runs these tests: an expected type error that does not occur is itself a type error.

interface Issue {
  readonly id: number
  readonly repoId: number
  readonly number: number
  readonly title: string
  readonly milestoneId: number | null
  readonly state: 'open' | 'closed'
}

const definitions = {
  repos: collection<{ readonly id: number }>()({}),
  issues: collection<Issue>()({
    unique: { number: ['repoId', 'number'], title: [(issue) => issue.title.toLowerCase()] },
    indexes: { all: [], byState: ['repoId', 'state', 'number'], byMilestone: ['milestoneId'] },
    references: { repoId: { to: 'repos', onDelete: 'cascade' } },
  }),
  strictAuth: value(false),
  accountEmail: value<string>(),
  policy: value<{ readonly attempts: number }>({ attempts: 10 }),
  requestCounts: value<number, [login: string, hour: number]>(0),
  runners: sequence(),
  issueNumbers: sequence<[repoId: number]>(),
}
type Rows = Collections<typeof definitions>

/** Wraps calls that are type-checked and never run. */
const neverRun = (_work: (rows: Rows) => unknown): void => undefined

describe('the types of a collection', () => {
  it('take as many values as a unique key has parts, each of the type of its part', () => {
    neverRun(({ issues }) => {
      expectTypeOf(issues.find('number', 1, 4)).toEqualTypeOf<Issue | undefined>()
      issues.find('title', 'flaky')
      // @ts-expect-error values of other types, and too many
      issues.find('number', true, null, 'x', 4)
      // @ts-expect-error one value of two
      issues.find('number', 1)
      // @ts-expect-error a number is no title
      issues.find('title', 4)
      // @ts-expect-error an index is no unique key
      issues.find('byState', 1, 'open', 4)
      // @ts-expect-error no key is named so
      issues.find('numbr', 1, 4)
    })
  })

  it('take the first values of an index, or none', () => {
    neverRun(({ issues }) => {
      expectTypeOf(issues.list('byState', 1, 'open')).toEqualTypeOf<Issue[]>()
      issues.list('all')
      issues.count('byState')
      issues.count('byMilestone', null)
      issues.page('byState', [1], { offset: 0, limit: 1 })
      issues.scan('byState', [1, 'open', 4])
      // @ts-expect-error no issue is in that state
      issues.list('byState', 1, 'opened')
      // @ts-expect-error the state comes after the repository
      issues.count('byState', 'open')
      // @ts-expect-error the index has no parts
      issues.page('all', [1], { offset: 0, limit: 1 })
      // @ts-expect-error the index has three parts
      issues.scan('byState', [1, 'open', 4, 4])
      // @ts-expect-error no index is named so
      issues.list('byStat', 1)
    })
  })

  it('take a boundary of the type of the part after the prefix', () => {
    neverRun(({ issues }) => {
      issues.countBefore('byState', [1, 'open'], 4)
      issues.countBefore('byState', [1], 'a state that no issue has')
      expectTypeOf(issues.countBefore('all', [], 7)).toBeNumber()
      // @ts-expect-error the part after the repository is the state
      issues.countBefore('byState', [1], 4)
      // @ts-expect-error the part after all declared parts is the id
      issues.countBefore('byMilestone', [1], 'x')
    })
  })

  it('take the fields of declared references only', () => {
    neverRun(({ issues }) => {
      expectTypeOf(issues.referring('repoId', 1)).toEqualTypeOf<Issue[]>()
      expectTypeOf(issues.countReferring('repoId', 1)).toBeNumber()
      // @ts-expect-error the field is not declared as a reference
      issues.referring('milestoneId', 1)
      // @ts-expect-error the field is not declared as a reference
      issues.countReferring('number', 1)
    })
  })

  it('know the fields that a key and a reference may name', () => {
    neverRun(() => {
      const named = collection<Issue>()({ unique: { number: ['repoId', 'number'] } })
      expectTypeOf(named.options.unique.number).toEqualTypeOf<readonly ['repoId', 'number']>()
      // @ts-expect-error issues have no field of that name
      collection<Issue>()({ unique: { number: ['repositoryId', 'number'] } })
      // @ts-expect-error issues have no field of that name
      collection<Issue>()({ references: { repositoryId: { to: 'repos', onDelete: 'cascade' } } })
    })
  })
})

describe('the types of values and sequences', () => {
  it('are those of the declaration, and undefined where it has no initial value', () => {
    neverRun((rows) => {
      expectTypeOf(rows.strictAuth.get()).toBeBoolean()
      expectTypeOf(rows.accountEmail.get()).toEqualTypeOf<string | undefined>()
      expectTypeOf(rows.policy.get()).toEqualTypeOf<{ readonly attempts: number }>()
      // @ts-expect-error it is a boolean
      rows.strictAuth.set(new Date())
      // @ts-expect-error it has no key
      rows.strictAuth.get('ann')
      // @ts-expect-error no value is named so
      rows.strictAut.get()
    })
  })

  it('take the key of the declaration', () => {
    neverRun((rows) => {
      expectTypeOf(rows.requestCounts.get('ann', 12)).toBeNumber()
      expectTypeOf(rows.issueNumbers.next(1)).toBeNumber()
      expectTypeOf(rows.runners.last()).toBeNumber()
      rows.requestCounts.set(1, 'ann', 12)
      // @ts-expect-error the login comes first
      rows.requestCounts.get(12, 'ann')
      // @ts-expect-error each repository has its own
      rows.issueNumbers.next()
      // @ts-expect-error there is only one
      rows.runners.next(1)
    })
  })
})
