import type { PaymentsContext } from '#payments/call.ts'
import { v2Of } from '#payments/rules/connect/v2/accounts.ts'
import type { Members, VersionChange } from './change.ts'
import { hashIn, hashOf, withoutParams } from './params.ts'

const USES = ['account_onboarding', 'account_update'] as const

/** Links of accounts ask for all configurations of the account; before, they named them. */
export const configurationsOfLinks: VersionChange = {
  version: '2026-10-28.endive',
  requests: {
    PostV2CoreAccountLinks: (params) => {
      const useCase = hashIn(params, 'use_case')
      if (useCase === undefined) return params
      const uses = USES.flatMap((name) => {
        const use = hashIn(useCase, name)
        return use === undefined ? [] : [[name, withoutParams(use, 'configurations')] as const]
      })
      return hashOf({ ...params, use_case: hashOf({ ...useCase, ...Object.fromEntries(uses) }) })
    },
  },
  objects: {
    'v2.core.account_link': (link, context) => {
      const { account, use_case: useCase } = link as { readonly account: string; readonly use_case: Members } // a link
      const configurations = configurationsOf(context, account)
      const uses = USES.filter((name) => useCase[name] !== undefined).map(
        (name) => [name, { configurations, ...(useCase[name] as Members) }] as const, // a use is an object
      )
      return { ...link, use_case: { ...useCase, ...Object.fromEntries(uses) } }
    },
  },
}

function configurationsOf({ rows }: Pick<PaymentsContext, 'rows'>, id: string): readonly string[] {
  return Object.keys(v2Of(rows.accounts.require(id)).configurations)
}
