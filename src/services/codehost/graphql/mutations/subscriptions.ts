import { follow, unfollow } from '#codehost/rules/accounts/follows.ts'
import { subscribe, unsubscribe } from '#codehost/rules/repos/subscriptions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireFieldScopes, viewerOf } from '../access.ts'
import { typed, type Fields } from '../source.ts'
import { findRow, nodeOfType, payload, type Input } from './input.ts'

interface SubscriptionInput {
  readonly subscribableId: string
  readonly state: 'IGNORED' | 'SUBSCRIBED' | 'UNSUBSCRIBED'
}

const FOLLOW = ['user:follow', 'user']

/** The mutations of what a user watches and follows. https://docs.github.com/graphql/reference/mutations#followuser */
export const subscriptionMutations: Fields<undefined> = {
  updateSubscription: (_root, args: Input<SubscriptionInput>, call) => {
    const { subscribableId, state } = args.input
    const user = viewerOf(call)
    const repo = nodeOfType(call, subscribableId, ['Repository'], 'repository that can be watched').row as Repo // by its type
    if (state === 'UNSUBSCRIBED') unsubscribe(call, repo, user)
    else subscribe(call, repo, user, state === 'IGNORED')
    return payload(args, { subscribable: typed('Repository', repo) })
  },
  followUser: (_root, args: Input<{ userId: string }>, call) => {
    const user = findRow<Account>(call, args.input.userId, 'User')
    requireFieldScopes(call, 'followUser', FOLLOW)
    follow(call.rows, viewerOf(call), user)
    return payload(args, { user })
  },
  unfollowUser: (_root, args: Input<{ userId: string }>, call) => {
    const user = findRow<Account>(call, args.input.userId, 'User')
    requireFieldScopes(call, 'unfollowUser', FOLLOW)
    unfollow(call.rows, viewerOf(call), user)
    return payload(args, { user })
  },
  followOrganization: (_root, args: Input<{ organizationId: string }>, call) => {
    const organization = findRow<Account>(call, args.input.organizationId, 'Organization')
    requireFieldScopes(call, 'followOrganization', FOLLOW)
    follow(call.rows, viewerOf(call), organization)
    return payload(args, { organization })
  },
  unfollowOrganization: (_root, args: Input<{ organizationId: string }>, call) => {
    const organization = findRow<Account>(call, args.input.organizationId, 'Organization')
    requireFieldScopes(call, 'unfollowOrganization', FOLLOW)
    unfollow(call.rows, viewerOf(call), organization)
    return payload(args, { organization })
  },
}
