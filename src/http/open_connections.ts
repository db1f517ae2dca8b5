import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { openConnections } from '../rules/limits.ts'
import { isLoopback, networksOf } from './client_address.ts'

export interface OpenConnections {
  readonly counts: { readonly open_level: number; readonly refused: number }
}

/** How many there may be; behind a proxy all come from its address, and which network is whose is the proxy's to say. */
export const mostBehind = (proxies: number): Most => ({
  ...openConnections,
  stands: (address) => proxies > 0 || isLoopback(address),
})

export interface Most {
  readonly perInstance: number
  readonly perNetwork: number
  /** addresses whose connections only the whole instance's limit holds for */
  readonly stands?: (address: string) => boolean
}

/**
 * Closes what comes beyond so many open connections, of one network or of all: each holds memory and a descriptor, also
 * where nothing is said on it.
 */
export function limitConnections(
  server: Server,
  { perInstance, perNetwork, stands = isLoopback }: Most,
): OpenConnections {
  const byNetwork = new Map<string, number>()
  const counts = { open_level: 0, refused: 0 }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = stands(address) ? undefined : networksOf(address).network
    const own = network === undefined ? 0 : (byNetwork.get(network) ?? 0)
    if (counts.open_level >= perInstance || own >= perNetwork) {
      counts.refused++
      socket.destroy()
      return
    }
    counts.open_level++
    if (network !== undefined) byNetwork.set(network, own + 1)
    socket.once('close', () => {
      counts.open_level--
      if (network === undefined) return
      const left = (byNetwork.get(network) ?? 1) - 1
      if (left > 0) byNetwork.set(network, left)
      else byNetwork.delete(network)
    })
  })
  return { counts }
}
