import { describe, expect, it } from 'vitest'
import { messageHash, signerOf } from './ethereum.ts'

describe('the signer of a message', () => {
  // The example of https://web3js.readthedocs.io/en/v1.10.0/web3-eth-accounts.html#sign
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

  it('is the account of the published example', () => {
    const hash = '1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655'
    expect(Buffer.from(messageHash('Some data')).toString('hex')).toBe(hash)
    expect(signerOf('Some data', signature)).toBe('0x2c7536e3605d9c16a7a3d7b1898e529396a65c23')
  })

  it('is another one for another message, and none for what is no signature', () => {
    expect(signerOf('Other data', signature)).not.toBe('0x2c7536e3605d9c16a7a3d7b1898e529396a65c23')
    expect(signerOf('Some data', '0x00')).toBe(null)
    expect(signerOf('Some data', `0x${'0'.repeat(130)}`)).toBe(null)
    expect(signerOf('Some data', signature.replace(/1c$/, '07'))).toBe(null)
  })
})
