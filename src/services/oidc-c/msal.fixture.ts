import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-node'

/**
 * What MSAL sends its requests with, for an instance on http: MSAL takes no authority but https, so it is given one, and this
 * takes the s out again. The discovery document keeps its http endpoints; its issuer must be of the authority.
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
