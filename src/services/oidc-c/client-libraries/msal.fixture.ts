import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-node'

/**
 * A network client for MSAL with an instance on http. MSAL accepts only an https authority, so the tests configure one,
 * and this client sends its requests over http. In the discovery document only the issuer becomes https, because MSAL
 * compares it.
 */
export function plainHttp(url: string): INetworkModule {
  const host = new URL(url).host
  const send = async <T>(
    address: string,
    method: string,
    options?: NetworkRequestOptions,
  ): Promise<NetworkResponse<T>> => {
    const response = await fetch(address.replace(`https://${host}`, `http://${host}`), {
      method,
      ...(options?.headers === undefined ? {} : { headers: options.headers }),
      ...(options?.body === undefined ? {} : { body: options.body }),
    })
    const body = (await response.json()) as T & { issuer?: string } // answers of these endpoints are objects
    if (body.issuer !== undefined) body.issuer = body.issuer.replace('http:', 'https:')
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  }
  return {
    sendGetRequestAsync: (address, options) => send(address, 'GET', options),
    sendPostRequestAsync: (address, options) => send(address, 'POST', options),
  }
}
