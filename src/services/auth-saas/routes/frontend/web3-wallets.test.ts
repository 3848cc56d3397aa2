import { generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect } from 'vitest'
import { authSaasTest, backend, people } from '#auth-saas/auth-saas.fixture.ts'
import { messageHash } from '#auth-saas/rules/web3/ethereum.ts'
import { signedIn, visitor } from './frontend.fixture.ts'

const settings = { web3_providers: ['metamask' as const, 'solana' as const] }
const it = authSaasTest({ seed: { 'auth-saas': { ...people, settings } } })

/** The account of the private key 1, and its strategy. */
const ADDRESS = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf'
const METAMASK = 'web3_metamask_signature'

/** Signs a message as a wallet with the private key 1 does. */
function signedByOne(message: string): string {
  const key = Buffer.from('1'.padStart(64, '0'), 'hex')
  const signed = secp256k1.sign(messageHash(message), key, { prehash: false, format: 'recovered' })
  const [recovery = 0, ...compact] = signed
  return `0x${Buffer.from([...compact, 27 + recovery]).toString('hex')}`
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Returns an account of Solana: its address, and what it signs. */
function solanaAccount() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  let left = BigInt(`0x${Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')}`)
  let address = ''
  while (left > 0n) [address, left] = [`${BASE58[Number(left % 58n)]}${address}`, left / 58n]
  return { address, sign: (message: string) => sign(null, Buffer.from(message), privateKey).toString('base64') }
}

const verificationOf = (response: Record<string, unknown>, name = 'verification') =>
  response[name] as { readonly message: string; readonly status: string } // the vendor's answer

describe('the wallets of a user', () => {
  it('are added, verified by a signature, listed, and deleted', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const upper = `0x${ADDRESS.slice(2).toUpperCase()}`
    const { response: added } = await ada.call('POST', '/me/web3_wallets', { web3_wallet: upper })
    expect(added).toMatchObject({ object: 'web3_wallet', web3_wallet: ADDRESS, verification: null })
    const path = `/me/web3_wallets/${String(added['id'])}`
    const prepared = await ada.call('POST', `${path}/prepare_verification`, { strategy: METAMASK })
    expect(prepared.response).toMatchObject({
      verification: {
        object: 'verification_web3',
        status: 'unverified',
        strategy: METAMASK,
        nonce: expect.any(String),
        message: expect.stringContaining(`wants you to sign in with your Ethereum account:\n${ADDRESS}\n`),
      },
    })
    const { message } = verificationOf(prepared.response)
    const attempt = async (signature: string) => ada.call('POST', `${path}/attempt_verification`, { signature })
    expect((await attempt(signedByOne('another message'))).code).toBe('verification_failed')
    const verified = await attempt(signedByOne(message))
    expect(verified.response).toMatchObject({ verification: { status: 'verified', strategy: METAMASK } })
    expect((await attempt(signedByOne(message))).code).toBe('verification_failed')
    expect((await ada.call('GET', '/me/web3_wallets')).body).toMatchObject([{ web3_wallet: ADDRESS }])
    expect((await ada.call('GET', path)).response).toMatchObject({ id: added['id'] })
    const { json: user } = await backend(authSaas, 'GET', '/users/user_ada')
    expect(user).toMatchObject({ primary_web3_wallet_id: added['id'], web3_wallets: [{ web3_wallet: ADDRESS }] })
    expect((await signedIn(authSaas, 'grace').call('DELETE', path)).code).toBe('resource_not_found')
    expect((await ada.call('DELETE', path)).response).toMatchObject({ deleted: true })
    expect((await backend(authSaas, 'GET', '/users/user_ada')).json).toMatchObject({ primary_web3_wallet_id: null })
  })

  it('are refused for what is no address, for one that is taken, and for another strategy', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const add = async (wallet: string) => ada.call('POST', '/me/web3_wallets', { web3_wallet: wallet })
    expect((await add('0x12')).code).toBe('form_param_format_invalid')
    const { response } = await add(ADDRESS)
    expect((await add(ADDRESS)).code).toBe('form_identifier_exists')
    const path = `/me/web3_wallets/${String(response['id'])}/prepare_verification`
    for (const strategy of ['web3_solana_signature', 'web3_base_signature']) {
      expect((await ada.call('POST', path, { strategy })).status).toBe(400)
    }
  })
})

describe('a sign-in with a wallet', () => {
  it.for([
    ['Ethereum', METAMASK, () => ({ address: ADDRESS, sign: signedByOne })],
    ['Solana', 'web3_solana_signature', solanaAccount],
  ] as const)('of %s is complete with its signature', async ([_kind, strategy, account], { authSaas }) => {
    const { address, sign: signed } = account()
    const ada = signedIn(authSaas, 'ada')
    const { response: wallet } = await ada.call('POST', '/me/web3_wallets', { web3_wallet: address })
    const own = `/me/web3_wallets/${String(wallet['id'])}`
    const asked = await ada.call('POST', `${own}/prepare_verification`, { strategy })
    await ada.call('POST', `${own}/attempt_verification`, { signature: signed(verificationOf(asked.response).message) })

    // The steps of `signIn.authenticateWithWeb3` of the vendor's library.
    const browser = await visitor(authSaas)
    const { response } = await browser.call('POST', '/client/sign_ins', { identifier: address })
    const factor = { strategy, web3_wallet_id: String(wallet['id']) }
    expect(response['supported_first_factors']).toContainEqual({ ...factor, safe_identifier: address, primary: true })
    const path = `/client/sign_ins/${String(response['id'])}`
    const prepared = await browser.call('POST', `${path}/prepare_first_factor`, factor)
    const { message } = verificationOf(prepared.response, 'first_factor_verification')
    const attempt = async (text: string) =>
      browser.call('POST', `${path}/attempt_first_factor`, { strategy, signature: signed(text) })
    expect((await attempt('another message')).code).toBe('verification_failed')
    expect((await attempt(message)).response).toMatchObject({ status: 'complete', identifier: address })
  })
})
