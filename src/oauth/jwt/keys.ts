import type { JsonWebKey } from 'node:crypto'

/** A prebuilt key pair, and the certificate that some vendors publish beside the public key. */
export interface KeyPair {
  readonly alg: 'RS256' | 'ES256'
  readonly jwk: JsonWebKey
  /** X.509, self-signed, valid until 2126: DER in base64. */
  readonly certificate: string
}

// These keys are for tests only. They are published with the package, so they protect nothing, and nothing but a test
// may trust them. They are built in so that an instance starts without generating keys and signs with the same keys in
// every run.

/** The RSA key with which every vendor signs. For tests only. */
export const rsaOne: KeyPair = {
  alg: 'RS256',
  jwk: {
    kty: 'RSA',
    n:
      'wrjGW3gDF3UvxaKO3uSVKdx8psrYSWgVfRvUED1httS6G9XxJ_nGSkTX72uMTwAYcxwOG-Nw9KPMGNCQpmjLxDDYKu8HNepnXwI1' +
      '8LvUxIaY8GcoXprkzb4YN1FjNiQUbzT_hE9B36ygUNkQuSOF_U2wBzAbcoNKQl25l4i8o-65iTlXc7Gov4ZgRnl1EuSavAiM84Ox' +
      'rPDJdbG9lDzVQewo4HpmeQgxau86yCRzH6NR4vwOyKGq_zvtLKKiQozQfwBSBxZ4uB956ktyCiU018BvDs-TxbWVuz7-msnJJVI4' +
      'L9B7nnjMlZ6Cy2ODax4IxekoJ0L7PrcjIkXS9y-DUQ',
    e: 'AQAB',
    d:
      'AWlLbsBI7XOY_Aq4lF79wcbqVF8mACoz9ass900qlyOlkawUSmDiEgm7su2Jn8z1YGg0pfkZCXzibs-cLMiXqX1dI7qFx9tCEos2' +
      'jt8dpKsBEsT8ourme6NEE6qQWIUcbM3qiC_230MmCk_4cg8S2ookm3i6yjKvaBm7zaBdFacTDoA2TgPYsdZMEM4uX5HFh0f_wSzY' +
      '091i6UDTBA9tntm6yBQPCKxy_6Lopb-Pbr_dyQBcwGzxjwksBN6hNaEcABBCW8hPDRlldzkW7n0vbfKG00uzoJmIEiOsMN1K1BRm' +
      'FNcjYAsAEqS64c8EyVvgkZyPnZF5eS4BIvGLMsMWjQ',
    p:
      '43_NgTW1CFG3JHo95r4on9AHhaF_Uqo4mWXskgF6i8k_fhkXdJMHS8ZCtN4hBtR5mHIRzeKhkidIRdRymZrDh1kRY9lkuAKSZbqL' +
      '7v-VweVDG9mxy70ocJs_4FHzUt8Ud90cYNcFsmsXLv5eftDmPQ_MOBTp1jlNpTqVzq_rk-c',
    q:
      '2x3BomF50aTJW4pZGg2D4HwoWjlwsrPq-DSPq12z6E-GmaLS_Ehe2b2D8vdgBkP-3AFGAfS3WP1Ixx61pm1oeY9tWwX91YIcImd_' +
      '1TA5QujP6A19N27doC6vtw5e-zGjhobc8syjAZEI7jA9SWJZP9xO8ACDsvNeit4oqhv-yAc',
    dp:
      'v3zkglyte0okyHxoPB9VXGci3bT40aDbsSqcfKzn9F85pS8DkijrnDlODqVl0TTpAIsLN2wKKVYNPFG9AFPHPtaWj5_9afEoPp5N' +
      'iKby69jIqtmLEP2v21Ch7HOuRtPki5u-djim3-3J_tE2wrGdCkqQz6eyx5FGLMxqKiXjOYM',
    dq:
      'Mvd87tRVjZoS7CQGDbVPE4xNpo7t0-NdqFYxhN7K1iKJYHsrMFt1FJisdHtt7ocqZOo26oWNkDl6EDboccnJH11pRl7iaCNXf_kr' +
      'Ft-csh-NHKDmm1pCWtwBK0dAeJVXQBdmlWNcFyUxOpYl60fhEqWgBttXxuws9YgvVUIlxUk',
    qi:
      'jpQGQ7yp-SyEkuyIXBljsp6kjG3zO4OH_rg5Xsbw5GiJndu3sXIBQo7n5hZx_J-JSVU3TdVmiHWuqaedbUQTawFFbJKhjMzKh_BR' +
      '_moa8zUZXSrGjw2rUHs7GaidPdVMuNjnUko2u-bJk3yJcks3UHf1ojjkgpBjcf0240OD2Dc',
  },
  certificate:
    'MIIDNTCCAh2gAwIBAgIUUGphvST+iyZImy/0dsDh3YRovj8wDQYJKoZIhvcNAQELBQAwKTEnMCUGA1UEAwweYmFja2xvdCB0ZXN0' +
    'IGtleSwgbm90IGEgc2VjcmV0MCAXDTI2MTEyMTE3MDEzOFoYDzIxMjYxMDI4MTcwMTM4WjApMScwJQYDVQQDDB5iYWNrbG90IHRl' +
    'c3Qga2V5LCBub3QgYSBzZWNyZXQwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDCuMZbeAMXdS/Foo7e5JUp3HymythJ' +
    'aBV9G9QQPWG21Lob1fEn+cZKRNfva4xPABhzHA4b43D0o8wY0JCmaMvEMNgq7wc16mdfAjXwu9TEhpjwZyhemuTNvhg3UWM2JBRv' +
    'NP+ET0HfrKBQ2RC5I4X9TbAHMBtyg0pCXbmXiLyj7rmJOVdzsai/hmBGeXUS5Jq8CIzzg7Gs8Ml1sb2UPNVB7CjgemZ5CDFq7zrI' +
    'JHMfo1Hi/A7Ioar/O+0soqJCjNB/AFIHFni4H3nqS3IKJTTXwG8Oz5PFtZW7Pv6aycklUjgv0HueeMyVnoLLY4NrHgjF6SgnQvs+' +
    'tyMiRdL3L4NRAgMBAAGjUzBRMB0GA1UdDgQWBBTWGWXaheirJ1Dnd5IaydNqGqZvbDAfBgNVHSMEGDAWgBTWGWXaheirJ1Dnd5Ia' +
    'ydNqGqZvbDAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQA8q0+T1wqSyGmR3tnGV3l/9/R9QgBNmHN+85UKjrDC' +
    'pr+MdbUxdp7hybkuh2FUBWpYGlnRDnGoCi/L5wW9INhKgBbBf2NXoqhA6npWkhVrvQW7qh+47/dCNjk4G6CIMjYvOJU3RtYbxE4f' +
    'LxKXa+6bS324R5ximhpvItZVBfYitGiFj/EgHezJqynNi0qZTmrAW7eMyVvpybn6A+t4MN0WsctrFwpXgNODfEbgAlBot3Lgw9Jd' +
    'La8S/enbz35MXCpHHgiWeP99rA3Rx5hl0We7OdAYepO+cXMaZ0Da8l5chXkSR8Gx6PXqFsC1rYUabh0iNrjE83S0hZZWx0uPCGZZ',
}

/** A second RSA key, for vendors that publish several. For tests only. */
export const rsaTwo: KeyPair = {
  alg: 'RS256',
  jwk: {
    kty: 'RSA',
    n:
      'qo5eQNfYCv_WRWoJ0Fbpv11u1Mt8wlUqg8M1a4jZC1r1E1NKr_ER3x1GV4dKYdfsMjhDkHk5McJYrytC9s6Alofs6l7K9q-3-iai' +
      'gpNw_l7BLf_lHmqIA-O4Uhc1L_VP0IKFXVI1JUDViM0b2gqAlDp9eEzNzTPZ_fJq9n9JVTjjp7_wO7Z8ane9g-lMDhj7ncPQS5Sw' +
      'x37He-ring-NNbN0MHs1CANP4HICKSvM5dsbt3w3ECwy0MzAqN5zszT8NQCI0IB8Z3EKo_UXaiNeYAs0WHX4Lw5mRUMHvT1pZmM_' +
      'qQlTv_hnXY73isV5d87TpGnqSd6KLILM3uMr7eSM0Q',
    e: 'AQAB',
    d:
      'ArY4Uw2SLvRr8bm5VG43AbAcmZ6EZ4fbK6IHrCPOcnugpSJ0Sp1m8lzncVpKep6oSpEKKHlNSVsbZeob0rDRpYsS2hQLTrkC-tO2' +
      'To869cLCjYQJrouPtEhLW1vzewV_zns5H6oq490uzqchuIGwHeM7RgWqbvHCYfMiuUl98aXFsBD3jsg8wrbK3Uz-GRWcp1CEUcti' +
      'QPHYzgXavS9a0JW_MriqTT9J9b4qRL5nbHTeU6Mgo3V8OOxdDNsU4nwtJ2-QUkaTXK0AT0tIWChHIchSFqiEjy00kPmSkBQjqqli' +
      'DXj4EtazuXJUKcDhE0XHUJHq9NCFZujgGOJ5xNMigQ',
    p:
      '4XOfJmjElkTNkfjcxibMcRwgcBdw9jDhHeq8SWe3CUaTUYf52orN31s0bkx15zw9q0szdQke6rxC2emIetXlu3T8c21O8cEOvvOX' +
      'gD2cRt25OhV_8rntLqYO7uX20vjjYDC8uAdsoNb460bN_6SI6MlXB6y9D2dsEOoj3Q4J6YE',
    q:
      'waqNW22vNoK43aVcduX5FJ14aTEN8vZIOn8-jebHpKEFZlMF4UjczUK6jr2dnFzGQmSg2NqulxUjC9OWTP4H7S_4bsAzxnDr6KO0' +
      'tyG6llRvudPuGeIAdQB4_rIOqVpPJpfJXWG0C7qhgZ9Shpa5Y7WgtKqY7CF4xyRgEh0JK1E',
    dp:
      'nKBQ3sRGXwcpsdGsv1TRD3u05WrDpaXLn5cme_C77ovDaQ8Ie9WWtSeNw1sHRkBJr6ks9JADlJx57R4bHQtg8NyTTjWQdM_kyLA-' +
      'fm9PFMSRHFM3co_MwW3IThwhX-xdOsRhN5Cg3RS8Feg40POj0eWeusw9BGibYRzpEXfhVwE',
    dq:
      'WjujxxCQzV4U0jiEn2VBK2i_PIu9ixFSz-aPd8AqDrtzb5yJJdE0B3LqxyzzrXHQcgi-pKsnI3-Wp6D6636EpO9v2fI1bWUZlXgI' +
      '8DaH4BkRQUzMKEUTn3AL7-d4S1GnhTy9doPaRoi7TVC1O74oPJvYd7TwsTxbMLXzCR18MzE',
    qi:
      '0O3vEGDxIl_5a_cT7Qbzqh4h2o7PyRtBsgplcDXqg7cHnnBz0mxBe7qXIDT84xTy2XHiEslJrM4nMrVcg5v2TFNDG600-HVs0PEY' +
      '1esRllcP6gwa1fTO8w_DPChqmFKPKqYEGAk6DGME3_XmXFAYC928tv2iKpiYRWuxJGIwYh8',
  },
  certificate:
    'MIIDNTCCAh2gAwIBAgIUEF7xn1QlNAb7Yj7mRB6VWpbC7QQwDQYJKoZIhvcNAQELBQAwKTEnMCUGA1UEAwweYmFja2xvdCB0ZXN0' +
    'IGtleSwgbm90IGEgc2VjcmV0MCAXDTI2MTEyMTE3MDEzOVoYDzIxMjYxMDI4MTcwMTM5WjApMScwJQYDVQQDDB5iYWNrbG90IHRl' +
    'c3Qga2V5LCBub3QgYSBzZWNyZXQwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCqjl5A19gK/9ZFagnQVum/XW7Uy3zC' +
    'VSqDwzVriNkLWvUTU0qv8RHfHUZXh0ph1+wyOEOQeTkxwlivK0L2zoCWh+zqXsr2r7f6JqKCk3D+XsEt/+UeaogD47hSFzUv9U/Q' +
    'goVdUjUlQNWIzRvaCoCUOn14TM3NM9n98mr2f0lVOOOnv/A7tnxqd72D6UwOGPudw9BLlLDHfsd76uKeD401s3QwezUIA0/gcgIp' +
    'K8zl2xu3fDcQLDLQzMCo3nOzNPw1AIjQgHxncQqj9RdqI15gCzRYdfgvDmZFQwe9PWlmYz+pCVO/+GddjveKxXl3ztOkaepJ3oos' +
    'gsze4yvt5IzRAgMBAAGjUzBRMB0GA1UdDgQWBBT2BeuYEpSotqBrYpP0zmqtSKDmPzAfBgNVHSMEGDAWgBT2BeuYEpSotqBrYpP0' +
    'zmqtSKDmPzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQBVXKQutZqzBLJ5+A6QMA/C3oYjpDmGavMUrMKCtQfg' +
    'c53E/1jyOPZTJVOXdOF+sJad3AlTKlkrfRAkQpSZtx46slaxm8seV6NWoRZuvecwkaujx13hje9Y0pZwCnJmQ+POt4+GkpkNdAi2' +
    'YN2bRhnDn6NsV2nV8af6ujyMSHQZolBQKZa1WFL3TZy47VVpY7IFFrIokig8HrC12ngZ34r9QegYqk+iODGlaGtlde/V1Zq9dMNO' +
    'jjGVyWd3MsWkFK8C6WOhxrgY2inoBLT5an51LodJgrlplhb4S0u8/vH46WNzogeUpBcusJogaaIbwlYWkH4ME5p66n8OO73XFx8v',
}

/** The elliptic curve key, for ES256. For tests only. */
export const p256: KeyPair = {
  alg: 'ES256',
  jwk: {
    kty: 'EC',
    x: 'na37eEiQdhJYx_pwVkIhOcv1gmw4rPhJuE9F48RYiJ8',
    y: '6Iel-WA1WupTXne29uy5z5uqK7aUiv3Us7xIaacVWnM',
    crv: 'P-256',
    d: 'WWoc0ZNJleITD6cNDdgcsYG1-DpfpyppVa6WO373KmI',
  },
  certificate:
    'MIIBqDCCAU+gAwIBAgIUHL7532m/FYGFKnQa6OQ9RukolnswCgYIKoZIzj0EAwIwKTEnMCUGA1UEAwweYmFja2xvdCB0ZXN0IGtl' +
    'eSwgbm90IGEgc2VjcmV0MCAXDTI2MTEyMTE3MDEzOVoYDzIxMjYxMDI4MTcwMTM5WjApMScwJQYDVQQDDB5iYWNrbG90IHRlc3Qg' +
    'a2V5LCBub3QgYSBzZWNyZXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASdrft4SJB2EljH+nBWQiE5y/WCbDis+Em4T0XjxFiI' +
    'n+iHpflgNVrqU153tvbsuc+bqiu2lIr91LO8SGmnFVpzo1MwUTAdBgNVHQ4EFgQULgLpqWhvitE/4DxuevHE/j+I7FUwHwYDVR0j' +
    'BBgwFoAULgLpqWhvitE/4DxuevHE/j+I7FUwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiABMjQciEQsz8p53DHi' +
    'zwlfOTHtuvnye7mC6yLr0JtW1gIgZUtdCUGOuzHx0YAZPWdhJ4P0mzLJitp9bQdPDHgKld4=',
}
