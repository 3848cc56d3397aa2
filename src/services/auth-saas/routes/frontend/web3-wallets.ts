import { Failure } from '#core/errors.ts'
import type { Route } from '#core/routes.ts'
import { del, get, post } from '#auth-saas/call.ts'
import { json } from '#auth-saas/json/answer.ts'
import { answerChange, answerOwnRead, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { web3WalletJson } from '#auth-saas/json/user.ts'
import { succeeded, withAttempt } from '#auth-saas/rules/attempts/verifications.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import { requireOtherIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import { updateUser } from '#auth-saas/rules/users/users.ts'
import {
  addWallet,
  challengeWallet,
  findWallet,
  requireSignature,
  verifyWallet,
} from '#auth-saas/rules/web3/wallets.ts'
import { loadSignedIn, requireRecentFactor } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf, requiredField } from './form.ts'
import { removed } from './my-identifiers.ts'

const PATH = '/v1/me/web3_wallets'
const WALLET = `${PATH}/:web3_wallet_id` as const

/** The routes of the wallets of the signed-in user. */
export const web3WalletsRoutes: readonly Route[] = [
  get('frontend/getWeb3Wallets', PATH, loadSignedIn, (call) =>
    json(byAge(call.rows.web3Wallets.referring('userId', call.user.id)).map((row) => web3WalletJson(call, row))),
  ),

  post('frontend/postWeb3Wallets', PATH, loadSignedIn, requireRecentFactor, (call) => {
    const wallet = addWallet(call, call.user.id, requiredField(formOf(call), 'web3_wallet'))
    updateUser(call, call.user.id, {})
    return answerChange(call, web3WalletJson(call, wallet), call.client.id)
  }),

  get('frontend/readWeb3Wallet', WALLET, loadSignedIn, (call) =>
    answerOwnRead(call, web3WalletJson(call, findWallet(call, call.user.id, call.params.web3_wallet_id))),
  ),

  del('frontend/deleteWeb3Wallet', WALLET, loadSignedIn, requireRecentFactor, (call) => {
    const { rows, user, params } = call
    const { id } = findWallet(call, user.id, params.web3_wallet_id)
    requireOtherIdentifier(call, user.id, 'web3 wallet')
    rows.web3Wallets.delete(id)
    const next = rows.web3Wallets.referring('userId', user.id).find(({ verification }) => verification !== null)
    updateUser(call, user.id, user.primaryWeb3WalletId === id ? { primaryWeb3WalletId: next?.id ?? null } : {})
    return answerChange(call, removed('web3_wallet', id), call.client.id)
  }),

  post('frontend/prepareWeb3WalletVerification', `${WALLET}/prepare_verification`, loadSignedIn, (call) => {
    const wallet = findWallet(call, call.user.id, call.params.web3_wallet_id)
    const verification = challengeWallet(call, wallet.id, wallet, requiredField(formOf(call), 'strategy'))
    return answerChange(call, web3WalletJson(call, verifyWallet(call, wallet, verification)), call.client.id)
  }),

  post('frontend/attemptWeb3WalletVerification', `${WALLET}/attempt_verification`, loadSignedIn, (call) => {
    const { user } = call
    const wallet = findWallet(call, user.id, call.params.web3_wallet_id)
    try {
      requireSignature(call, wallet.id, requiredField(formOf(call), 'signature'))
    } catch (error) {
      if (!(error instanceof Failure) || wallet.verification === null) throw error
      verifyWallet(call, wallet, withAttempt(wallet.verification))
      return answerRefusal(call, error)
    }
    const strategy = wallet.verification?.strategy ?? ''
    const verified = verifyWallet(call, wallet, { ...succeeded(call, strategy), attempts: null })
    updateUser(call, user.id, user.primaryWeb3WalletId === null ? { primaryWeb3WalletId: wallet.id } : {})
    return answerChange(call, web3WalletJson(call, verified), call.client.id)
  }),
]
