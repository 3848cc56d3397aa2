/**
 * The network of the addresses that stand for names: it is for benchmarks, and no host on the internet is in it. RFC
 * 2544
 */
const NETWORK = '198.18'

/** The network of the IPv6 addresses that stand for names: a local one. RFC 4193 */
const NETWORK_6 = 'fdba:c107:1000'

/**
 * Addresses that stand for names which must not be looked up: a client that looks a name up itself, and then connects
 * to the address, is redirected to the name's instance all the same.
 */
export class FakeAddresses {
  readonly #names: string[] = []

  /** Returns the address of a name, in version 4 or 6. */
  addressOf(name: string, family: 4 | 6): string {
    let index = this.#names.indexOf(name)
    if (index < 0) index = this.#names.push(name) - 1
    return family === 4 ? `${NETWORK}.${index >> 8}.${index & 255}` : `${NETWORK_6}::${(index + 1).toString(16)}`
  }

  /** Returns the name that an address stands for; undefined for any other address. */
  nameOf(address: string): string | undefined {
    if (address.startsWith(`${NETWORK}.`)) {
      const [high = 0, low = 0] = address
        .slice(NETWORK.length + 1)
        .split('.')
        .map(Number)
      return this.#names[(high << 8) + low]
    }
    return address.startsWith(`${NETWORK_6}::`)
      ? this.#names[Number.parseInt(address.slice(NETWORK_6.length + 2), 16) - 1]
      : undefined
  }
}
