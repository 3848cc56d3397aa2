import { MINUTE } from '#core/duration.ts'
import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramFormatInvalid, strategyInvalid, verificationFailed } from '#auth-saas/errors.ts'
import type { Verification, Web3Wallet } from '#auth-saas/schema/people.ts'
import { begun } from '../attempts/verifications.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { settingsOf } from '../settings.ts'
import { signerOf } from './ethereum.ts'
import { isSignedBySolana, solanaKey } from './solana.ts'

// https://clerk.com/docs/guides/configure/auth-strategies/web3/overview

/** How long a message can be signed. The vendor publishes no number. */
const LIFETIME = 10 * MINUTE

/** Returns whether a strategy is the signature of a wallet. */
export function isWeb3(strategy: string): boolean {
  return /^web3_\w+_signature$/.test(strategy)
}

/** Returns the strategies of the instance that are for a kind of wallet. */
export function strategiesFor(rows: Rows, address: string): readonly string[] {
  const isEthereum = address.startsWith('0x')
  return settingsOf(rows).web3Strategies.filter((each) => (each === 'web3_solana_signature') !== isEthereum)
}

/** Returns an address as the instance keeps it: that of Ethereum in small letters. */
export const normalizedWallet = (address: string): string =>
  address.startsWith('0x') ? address.toLowerCase() : address

/**
 * Adds a wallet to a user, which is not verified yet.
 *
 * @throws 403 for an instance without wallets, 422 for an address that is none, or that another user has.
 */
export function addWallet(context: AuthContext, userId: string, text: string): Web3Wallet {
  const { rows } = context
  if (settingsOf(rows).web3Strategies.length === 0) {
    throw clerkFailure(403, 'feature_not_enabled', 'not enabled', 'Web3 wallets are not enabled for this instance.')
  }
  const web3Wallet = normalizedWallet(text.trim())
  if (!/^0x[0-9a-f]{40}$/.test(web3Wallet) && solanaKey(web3Wallet) === null) {
    throw paramFormatInvalid('web3_wallet', 'web3_wallet must be the address of a wallet.')
  }
  if (rows.web3Wallets.find('web3Wallet', web3Wallet) !== undefined) {
    const sentence = 'That web3 wallet is taken. Please try another.'
    throw clerkFailure(422, 'form_identifier_exists', sentence, sentence, { param_name: 'web3_wallet' })
  }
  return rows.web3Wallets.insert({ userId, web3Wallet, verification: null, ...commonFields(context, 'idn') })
}

/** Finds a wallet of a user. @throws 404 for one of another user. */
export function findWallet({ rows }: Pick<AuthContext, 'rows'>, userId: string, id: string): Web3Wallet {
  const wallet = rows.web3Wallets.get(id)
  if (wallet?.userId !== userId) throw noSuch('web3 wallet', id)
  return wallet
}

/**
 * Makes the message that a wallet has to sign for itself or for an attempt to sign in, whose id is `ownerId`, and
 * returns the verification that it begins. The form of the message is that of EIP-4361.
 *
 * @throws 400 for a strategy that is not for this wallet.
 */
export function challengeWallet(
  context: AuthContext & { readonly origin: string },
  ownerId: string,
  { id, web3Wallet }: Web3Wallet,
  strategy: string,
): Verification {
  const { rows, ids, clock, origin } = context
  if (!strategiesFor(rows, web3Wallet).includes(strategy)) throw strategyInvalid()
  const nonce = ids.secret.base62(17)
  const kind = web3Wallet.startsWith('0x') ? 'Ethereum' : 'Solana'
  const message = [
    `${new URL(origin).host} wants you to sign in with your ${kind} account:`,
    web3Wallet,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(clock.now()).toISOString()}`,
  ].join('\n')
  if (rows.walletChallenges.get(ownerId) !== undefined) rows.walletChallenges.delete(ownerId)
  rows.walletChallenges.insert({ id: ownerId, walletId: id, nonce, message, expiresAt: clock.now() + LIFETIME })
  return begun(context, strategy)
}

/**
 * Uses up the challenge of a wallet or an attempt.
 *
 * @throws 400 when the wallet has not signed it, or too late.
 */
export function requireSignature({ rows, clock }: AuthContext, ownerId: string, signature: string): Web3Wallet {
  const challenge = rows.walletChallenges.get(ownerId)
  const wallet = rows.web3Wallets.get(challenge?.walletId)
  if (challenge === undefined || wallet === undefined || challenge.expiresAt <= clock.now()) {
    throw verificationFailed('Prepare the verification of the wallet first.')
  }
  const { web3Wallet: address } = wallet
  const isSigned = address.startsWith('0x')
    ? signerOf(challenge.message, signature) === address.toLowerCase()
    : isSignedBySolana(address, challenge.message, signature)
  if (!isSigned) throw verificationFailed('The wallet has not signed the message.')
  rows.walletChallenges.delete(ownerId)
  return wallet
}

/** Sets the verification of a wallet. */
export function verifyWallet(context: AuthContext, { id }: Web3Wallet, verification: Verification): Web3Wallet {
  return context.rows.web3Wallets.update(id, { verification, ...updatedNow(context) })
}
