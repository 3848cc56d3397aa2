import { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenAsleep } from './sleeping-port.ts'

afterEach(() => void vi.restoreAllMocks())

describe('a sleeping port', () => {
  it('receives its own connection', async () => {
    const port = await listenAsleep(0, 'own', true)
    expect(await port.receivesOwn()).toBe(true)
    await port.close()
  })

  it('receives its own connection where sockets are replaced by ones that connect at the first byte', async () => {
    const port = await listenAsleep(0, 'own', true)
    vi.spyOn(Socket.prototype, 'connect').mockImplementationOnce(function (this: Socket) {
      this.write = () => new Socket().connect(port.port, '127.0.0.1').writable
      queueMicrotask(() => this.emit('connect'))
      return this
    })
    expect(await port.receivesOwn()).toBe(true)
    await port.close()
  })
})
